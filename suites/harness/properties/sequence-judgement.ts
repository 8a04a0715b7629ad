import type { RequirementId } from "#contract";
import type { FindingHistory } from "../judging/finding.ts";

export interface Violation {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly actual: string;
  readonly evidence: readonly number[];
  /** The events of one object that show the violation. Absent if the violation is based on exchanges. */
  readonly history?: FindingHistory;
  readonly isAboutReason?: true;
}

export interface JudgingProblem {
  readonly requirement: RequirementId;
  /** True if the connection failed, false if the sequence is inconclusive for another reason. */
  readonly isError: boolean;
  readonly reason: string;
  readonly evidence: readonly number[];
}

export interface Judgement {
  /** Number of times that each requirement was exercised without a violation. */
  readonly exercised: Readonly<Partial<Record<RequirementId, number>>>;
  readonly violation?: Violation;
  readonly trouble?: JudgingProblem;
}

/** Counts the occurrences of each requirement. */
export function tally(
  requirements: Iterable<RequirementId>,
): Readonly<Partial<Record<RequirementId, number>>> {
  const counts: Partial<Record<RequirementId, number>> = {};
  for (const requirement of requirements) counts[requirement] = (counts[requirement] ?? 0) + 1;
  return counts;
}
