import type { AnyCheck } from "#harness";
import type { PlannedCase } from "./cases-of.ts";
import type { CaseFinding } from "../record/case-finding.ts";
import { placeOf } from "../record/case-place.ts";

/**
 * The order in which cases are started that can share a target: the planned one. But where there is room for
 * more than the usual number of cases, histories and properties, which take longest, start while scenarios
 * are still to come, so that nobody waits for them in the end. What many writes push out of the watch log
 * cannot be resumed from: scenarios that watch come before them even then, first of all those on the kinds
 * that histories write.
 */
export function* inDrivingOrder(
  cases: readonly PlannedCase[],
  hasRoom: () => boolean,
): Generator<PlannedCase, void, void> {
  const left = new Set(cases);
  const early = earlyAmong(cases);
  for (;;) {
    const [planned] = left;
    if (planned === undefined) return;
    const next = (hasRoom() ? early.find((one) => left.has(one)) : undefined) ?? planned;
    left.delete(next);
    yield next;
  }
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

/** In which order proofs are told: what a scenario shows explains what the others find. */
const ranks = { scenario: 0, property: 1, history: 2, restart: 3 } as const;

/**
 * Findings in the order in which they are told, whichever case ended first: by sort of proof, then as the checks
 * stand, then by the names of cases. What one case found stays in its order.
 */
export function inTellingOrder(
  findings: readonly CaseFinding[],
  checks: readonly AnyCheck[],
): readonly CaseFinding[] {
  const rankById = new Map(
    checks.map(({ id, phase = "scenario" }, place) => [id, ranks[phase] * checks.length + place]),
  );
  const rankOf = (name: string): number => rankById.get(placeOf(name).check) ?? 0;
  return findings.toSorted(
    ({ case: left }, { case: right }) =>
      rankOf(left) - rankOf(right) || (left < right ? -1 : Number(left > right)),
  );
}
