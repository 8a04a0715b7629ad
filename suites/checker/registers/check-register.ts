import type { ObjectAnomaly, OperationAnomalyType } from "../history/anomaly.ts";
import { sentenceOf } from "../history/facts.ts";
import type { Fact, LineFact } from "../history/facts.ts";
import { isDemand, searchRegister } from "./register-search.ts";
import type { RegisterDemands, RegisterLimits } from "./register-search.ts";
import { isRefused, seenBy, storedBy, endedBefore, isWriteOf } from "./register.ts";
import type { Register, RegisterOperation } from "./register.ts";

/** Maximum number of reported anomalies per register. */
const maxAnomalies = 16;

/** Maximum number of operations of an anomaly that are described individually. */
const maxDescribed = 6;

/** Maximum number of concurrent search states. */
const maxWays = 50_000;

/** Maximum number of operations in a reported counterexample; a larger one would be unreadable. */
const maxOfPart = 64;

/** Step limits for all searches of one register, and for shrinking a counterexample. */
const mostSteps = { base: 40_000, each: 250, shrinkBase: 100_000, shrinkEach: 25 } as const;

const shrinking = {
  mostTrials: 200,
  mostOperations: 2_000_000,
  limits: { mostSteps: 20_000, mostWays: maxWays },
};

export interface RegisterVerdict {
  readonly anomalies: readonly ObjectAnomaly[];
  /** Why all or part of the check of the register was inconclusive. Absent if it was conclusive. */
  readonly open?: string;
}

export function checkRegister(register: Register): RegisterVerdict {
  const count = register.operations.length;
  const limits = { mostSteps: mostSteps.base + mostSteps.each * count, mostWays: maxWays };
  let steps = 0;
  const anomalies: ObjectAnomaly[] = [];
  const relaxed = new Set<RegisterOperation>();
  while (anomalies.length < maxAnomalies && (anomalies.length === 0 || steps < limits.mostSteps)) {
    const decision = searchRegister(register, { relaxed }, limits);
    steps += decision.steps;
    if (decision.result === "legal") break;
    if (decision.result === "open")
      return { anomalies, open: "too many operation orders are possible" };
    const smallest = smallestPart(register, { relaxed, until: decision.at });
    const isSmall = smallest.length > 1 && smallest.length <= 12 && steps < limits.mostSteps;
    const repairs = (isSmall ? smallest : []).filter((one) =>
      isRepairedWithout(register, { relaxed, until: decision.at, one, limits }),
    );
    const suspects = (repairs.length > 0 ? repairs : smallest).toSorted(byDoubt);
    const [suspect = decision.at] = suspects;
    anomalies.push(anomalyOf(register, smallest, [suspect, ...suspects.slice(1)]));
    for (const one of repairs.length > 0 ? [suspect] : smallest) relaxed.add(one);
  }
  return { anomalies };
}

/**
 * Shrinks a violation. Drops results, first half of them and finally single ones, while the remaining history is not
 * linearizable.
 */
function smallestPart(
  register: Register,
  { relaxed, until }: Required<RegisterDemands>,
): readonly RegisterOperation[] {
  const end = endOf(until);
  const others = register.operations.filter(
    (one) => one !== until && isDemand(one) && !relaxed.has(one) && endOf(one) <= end,
  );
  const count = register.operations.length;
  const trials = { count: 0, steps: mostSteps.shrinkBase + mostSteps.shrinkEach * count };
  const isIllegal = (kept: readonly RegisterOperation[]): boolean => {
    const { mostTrials, mostOperations, limits } = shrinking;
    trials.count += 1;
    if (trials.count > mostTrials || trials.count * count > mostOperations) return false;
    if (trials.steps <= 0) return false;
    const without = new Set([...relaxed, ...others]);
    for (const one of kept) without.delete(one);
    const decision = searchRegister(register, { relaxed: without, until }, limits);
    trials.steps -= decision.steps;
    return decision.result === "illegal";
  };
  const nearest = others.toSorted((left, right) => endOf(right) - endOf(left));
  let kept: readonly RegisterOperation[] = nearest;
  for (let width = 8; width < nearest.length; width *= 4) {
    if (!isIllegal(nearest.slice(0, width))) continue;
    kept = nearest.slice(0, width);
    break;
  }
  for (let size = kept.length; size >= 1; size = size === 1 ? 0 : (size + 1) >> 1) {
    for (let start = 0; start < kept.length;) {
      const rest = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (isIllegal(rest)) kept = rest;
      else start += size;
    }
  }
  return kept.length < maxOfPart ? [until, ...kept] : [until];
}

interface Repair extends Required<RegisterDemands> {
  readonly one: RegisterOperation;
  readonly limits: RegisterLimits;
}

function isRepairedWithout(register: Register, { relaxed, until, one, limits }: Repair): boolean {
  const more = new Set([...relaxed, one]);
  // The search cannot stop at a relaxed operation, so it continues until all preceding operations have returned.
  const end = endOf(until);
  const operations = register.operations.filter(({ operation }) => operation.invoke <= end);
  const later = operations.filter((other) => endOf(other) > end);
  const demands = { relaxed: new Set([...more, ...later]) };
  return searchRegister({ ...register, operations }, demands, limits).result === "legal";
}

/**
 * Sorts operations by the likelihood that they are wrong, most likely first. A wrong result is more likely than a wrong
 * state, and a later operation is more likely to be wrong than an earlier one.
 */
function byDoubt(left: RegisterOperation, right: RegisterOperation): number {
  return doubtOf(left) - doubtOf(right) || endOf(right) - endOf(left);
}

function endOf({ operation }: RegisterOperation): number {
  return operation.return ?? Infinity;
}

function doubtOf(one: RegisterOperation): number {
  if (isRefused(one)) return 0;
  if (one.operation.operation === "read") return 1;
  return one.operation.operation === "cas" ? 2 : 3;
}

function anomalyOf(
  register: Register,
  part: readonly RegisterOperation[],
  [suspect, ...others]: readonly [RegisterOperation, ...RegisterOperation[]],
): ObjectAnomaly {
  const rest = part
    .filter((one) => one !== suspect)
    .toSorted((left, right) => left.operation.invoke - right.operation.invoke);
  const all = [suspect, ...rest];
  const described = all.slice(0, maxDescribed).map((one) => factOf(register.object, one));
  const more: readonly Fact[] =
    all.length > maxDescribed ? [{ fact: "more", count: all.length - maxDescribed }] : [];
  const counterexample = [...described, ...more];
  const typeOf = (one: RegisterOperation): ObjectAnomaly["type"] =>
    anomalyOfOperation(
      register,
      one,
      part.filter((other) => other !== one),
    );
  return {
    kind: "object",
    object: register.object,
    type: typeOf(suspect),
    operations: all.map(({ line }) => line),
    counterexample,
    message: sentenceOf(counterexample),
    alternatives: others.map((one) => ({ type: typeOf(one), line: one.line })),
  };
}

function factOf(object: string, one: RegisterOperation): LineFact {
  const { operation: kind, outcome, client } = one.operation;
  const version = kind === "read" ? seenBy(one) : storedBy(one);
  const names = one.operation.precondition;
  return {
    fact: "line",
    line: one.line,
    shows: isRefused(one) ? "rejection" : kind === "read" ? "read" : "write",
    object,
    client,
    operation: kind,
    outcome,
    ...(names === undefined ? {} : { names }),
    ...(version === undefined || isRefused(one) ? {} : { version }),
  };
}

/**
 * Classifies the anomaly in a minimal counterexample, assuming that the given operation is the wrong one. `others` are
 * the remaining operations.
 */
function anomalyOfOperation(
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

/**
 * Returns the anomaly of an operation that observed a value before any write could have stored it. Returns undefined
 * otherwise.
 */
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
