import type { AnyCheck } from "#harness";
import type { PlannedCase } from "./cases-of.ts";
import type { CaseFinding } from "./verdict.ts";

/**
 * The order in which cases are begun that can share a target. Histories take longest, and properties after
 * them: they begin while scenarios are still to come, so that nobody waits for them in the end. But what
 * many writes push out of the watch log cannot be resumed from: watches of scenarios come before, first
 * of all those of the kinds that histories write.
 */
export function inDrivingOrder(cases: readonly PlannedCase[]): readonly PlannedCase[] {
  const histories = cases.filter(({ check }) => check.phase === "history");
  const written = new Set(histories.map(({ kind }) => kind.name));
  const rankOf = ({ check: { phase = "scenario", verbs = [] }, kind }: PlannedCase): number => {
    if (phase === "history") return 2;
    if (phase === "property") return 3;
    if (!verbs.includes("watch")) return 4;
    return written.has(kind.name) ? 0 : 1;
  };
  return cases.toSorted((left, right) => rankOf(left) - rankOf(right));
}

/** In which order proofs are told: what a scenario shows explains what the others find. */
const ranks = { scenario: 0, property: 1, history: 2, restart: 3 } as const;

/** Findings in the order in which they are told; those of one sort of proof stay in theirs. */
export function inTellingOrder(
  findings: readonly CaseFinding[],
  checks: readonly AnyCheck[],
): readonly CaseFinding[] {
  const rankById = new Map(checks.map(({ id, phase = "scenario" }) => [id, ranks[phase]]));
  const rankOf = ({ case: name }: CaseFinding): number =>
    rankById.get(name.split("#", 1)[0] ?? "") ?? ranks.scenario;
  return findings.toSorted((left, right) => rankOf(left) - rankOf(right));
}
