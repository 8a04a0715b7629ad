import type { OperationLine } from "../history/history.ts";
import type { Register } from "../registers/register.ts";
import { Random } from "./random-source.ts";

/** Whether a history is linearizable, by trying every order. Shares no code with the search. */
export function isRegisterLegalByTrial({ initial, operations }: Register): boolean {
  const all = operations
    .map(({ operation }) => operation)
    .filter(
      ({ operation, outcome }) =>
        outcome !== "failed" && (operation !== "read" || outcome !== "unknown"),
    );
  const visited = new Set<string>();
  const tryFrom = (done: number, value: string): boolean => {
    const open = all.filter((_, i) => (done & (1 << i)) === 0);
    if (open.every(({ outcome }) => outcome === "unknown")) return true;
    const key = `${done} ${value}`;
    if (visited.has(key)) return false;
    visited.add(key);
    const firstReturn = Math.min(...open.map((one) => one.return ?? Infinity));
    return all.some((one, i) => {
      if ((done & (1 << i)) !== 0 || one.invoke > firstReturn) return false;
      const next = valueAfter(one, value);
      return next !== undefined && tryFrom(done | (1 << i), next);
    });
  };
  return tryFrom(0, initial);
}

/** Returns the value after an operation, or undefined if its result does not match. */
function valueAfter(
  { operation, outcome, version, value: stored, precondition }: OperationLine,
  value: string,
): string | undefined {
  if (operation === "read") return version === value ? value : undefined;
  if (outcome === "conflict") return precondition === value ? undefined : value;
  const fits = operation === "put" || precondition === value;
  return fits ? stored : undefined;
}

/** A short history of a register with few values. Some results are wrong. */
export function randomRegister(seed: number): Register {
  const random = new Random(seed);
  const clients = 2 + random.below(3);
  const free = Array.from({ length: clients }, () => 0);
  const count = 4 + random.below(7);
  let now = 0;
  let state = "0";
  const operations = Array.from({ length: count }, (_, i): OperationLine => {
    const client = random.below(clients);
    const invoke = Math.max(free[client] ?? 0, now);
    now = invoke + random.below(2);
    const returned = invoke + 1 + random.below(8);
    free[client] = returned + 1;
    const kind = (["read", "put", "cas"] as const)[random.below(3)] ?? "read";
    const base = { kind: "operation", object: "r", client: `c${client}-${i}`, invoke } as const;
    const isUnknown = kind !== "read" && random.below(6) === 0;
    const value = String(random.below(3));
    const precondition = random.below(4) === 0 ? String(random.below(3)) : state;
    const isWrong = random.below(8) === 0;
    if (kind === "read") {
      const version = isWrong ? value : state;
      return { ...base, operation: kind, outcome: "ok", return: returned, version, value: version };
    }
    const isConflict = kind === "cas" && (precondition !== state || isWrong);
    if (!isConflict && (!isUnknown || random.below(2) === 0)) state = value;
    const named = kind === "cas" ? { precondition } : {};
    if (isUnknown) return { ...base, operation: kind, outcome: "unknown", value, ...named };
    const end = { ...base, ...named, operation: kind, value, return: returned };
    return isConflict ? { ...end, outcome: "conflict" } : { ...end, outcome: "ok", version: value };
  });
  return {
    object: "r",
    initial: "0",
    operations: operations.map((operation, i) => ({ operation, line: i + 1 })),
  };
}
