import type { Finding } from "../judging/finding.ts";
import { judgeNoneMoved } from "./none-moved.ts";
import { judgeReason } from "./refusal.ts";
import type { RefusalExpectation } from "./refusal.ts";
import type { RefusalTrial } from "./refusal-trial.ts";
import { isSent } from "../step/step.ts";
import { vacuous } from "../judging/vacuous.ts";

/** A mistake that was tried, and what is wrong with it: `it names no version`. */
export interface TriedMistake {
  readonly because: string;
  readonly trial: RefusalTrial;
}

/**
 * Judges several mistakes by one requirement, and that none of those that were refused moved anything.
 * Mistakes for which the target has no place were never sent and do not count.
 */
export function judgeRefusals(
  expectation: Omit<RefusalExpectation, "because">,
  mistakes: readonly TriedMistake[],
): readonly Finding[] {
  const sent = mistakes.filter(({ trial }) => isSent(trial.attempt));
  const { requirement } = expectation;
  return [
    ...sent.map(({ because, trial }) => judgeReason(trial, { ...expectation, because })),
    ...(sent.length === 0 ? vacuous([requirement]) : []),
    ...judgeNoneMoved(sent.map(({ trial }) => trial)),
  ];
}
