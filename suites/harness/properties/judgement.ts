import type { RequirementId } from "#contract";
import type { FindingHistory } from "../judging/finding.ts";

/** What a sequence shows to be broken. The texts are for people. */
export interface Violation {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly actual: string;
  /** The exchanges of the whole sequence, in order. */
  readonly evidence: readonly number[];
  /** The events of one object that show it. Absent: it rests on exchanges. */
  readonly history?: FindingHistory;
}

/** Why a sequence could not be judged to its end. */
export interface Trouble {
  readonly requirement: RequirementId;
  /** Whether the connection failed, and not only something that was needed. */
  readonly isError: boolean;
  readonly reason: string;
  readonly evidence: readonly number[];
}

/** What one sequence shows. */
export interface Judgement {
  /** How often each requirement was put to the test and held. */
  readonly exercised: Readonly<Partial<Record<RequirementId, number>>>;
  readonly violation?: Violation;
  readonly trouble?: Trouble;
}

/** Counts what was exercised. */
export function tally(
  requirements: Iterable<RequirementId>,
): Readonly<Partial<Record<RequirementId, number>>> {
  const counts: Partial<Record<RequirementId, number>> = {};
  for (const requirement of requirements) counts[requirement] = (counts[requirement] ?? 0) + 1;
  return counts;
}
