import type { OperationAnomalyType } from "../history/anomaly.ts";
import { endedBefore, isRefused, isWriteOf, seenBy, storedBy } from "./register.ts";
import type { Register, RegisterOperation } from "./register.ts";

/** The anomaly if the given operation of a minimal counterexample is wrong. `others` are the remaining operations. */
export function anomalyOfOperation(
  register: Register,
  one: RegisterOperation,
  others: readonly RegisterOperation[],
): OperationAnomalyType {
  if (isRefused(one)) return "spurious-conflict";
  const seen = seenBy(one);
  if (seen === undefined) return "dropped-write";
  const isRead = one.operation.operation === "read";
  return (
    anomalyOfOrigin(register, one, seen) ?? (isRead ? anomalyOfRead(one, others) : "lost-update")
  );
}

/** The anomaly if no write can have stored the value before the operation ended; undefined if one can. */
function anomalyOfOrigin(
  { initial, operations }: Register,
  one: RegisterOperation,
  seen: string,
): OperationAnomalyType | undefined {
  const isRead = one.operation.operation === "read";
  const makers = operations.filter((other) => other !== one && storedBy(other) === seen);
  const applied = makers.filter(isWriteOf);
  if (seen === initial || applied.some((maker) => !endedBefore(one, maker))) return undefined;
  if (applied.length > 0) return "future-read";
  if (makers.length > 0) return "dirty-read";
  return isRead ? "phantom-version" : "phantom-precondition";
}

function anomalyOfRead(
  one: RegisterOperation,
  others: readonly RegisterOperation[],
): OperationAnomalyType {
  const own = others.filter(
    (other) => other.operation.client === one.operation.client && endedBefore(other, one),
  );
  if (own.some(isWriteOf)) return "read-your-writes";
  return own.some(({ operation }) => operation.operation === "read")
    ? "non-monotonic-read"
    : "stale-read";
}
