import type { AnyCheck } from "#harness";
import { checkIn } from "../record/case-finding.ts";
import type { CaseFinding } from "../record/case-finding.ts";
import type { PlannedCase } from "./cases-of.ts";

/**
 * Yields cases in the order in which they start. Up to the default concurrency, these are the long cases, and then the
 * others in the planned order. Above it,
 * histories and properties start before the scenarios finish, because they take longest. Their many writes can expire
 * watch events, so scenarios with watches still come first, starting with those on the kinds that histories write.
 */
export function* inDrivingOrder(
  cases: readonly PlannedCase[],
  hasRoom: () => boolean,
): Generator<PlannedCase, void, void> {
  const left = new Set([...cases.filter(isLong), ...cases.filter((planned) => !isLong(planned))]);
  const early = earlyAmong(cases);
  for (;;) {
    const [planned] = left;
    if (planned === undefined) return;
    const next = (hasRoom() ? early.find((one) => left.has(one)) : undefined) ?? planned;
    left.delete(next);
    yield next;
  }
}

function isLong({ check }: PlannedCase): boolean {
  return check.isLong === true;
}

function earlyAmong(cases: readonly PlannedCase[]): readonly PlannedCase[] {
  const histories = cases.filter(({ check }) => check.phase === "history");
  const properties = cases.filter(({ check }) => check.phase === "property");
  const written = new Set(histories.map(({ kind }) => kind.name));
  const watching = cases.filter(
    ({ check: { phase = "scenario", verbs = [] } }) =>
      phase === "scenario" && verbs.includes("watch"),
  );
  return [
    ...watching.filter(({ kind }) => written.has(kind.name)),
    ...watching.filter(({ kind }) => !written.has(kind.name)),
    ...histories,
    ...properties,
  ];
}

/** Display order of proofs. A scenario explains the findings of the other proofs, so it comes first. */
const ranks = { scenario: 0, property: 1, history: 2, restart: 3 } as const;

/**
 * Sorts findings by kind of proof, then in the order of checks, then by case name, so that the order in which cases
 * finish has no effect. The findings of one case stay in order.
 */
export function inReportOrder(
  findings: readonly CaseFinding[],
  checks: readonly AnyCheck[],
): readonly CaseFinding[] {
  const rankById = new Map(
    checks.map(({ id, phase = "scenario" }, place) => [id, ranks[phase] * checks.length + place]),
  );
  const rankOf = (name: string): number => rankById.get(checkIn(name)) ?? 0;
  return findings.toSorted(
    ({ case: left }, { case: right }) =>
      rankOf(left) - rankOf(right) || (left < right ? -1 : Number(left > right)),
  );
}
