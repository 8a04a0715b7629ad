import type { Finding } from "../judging/finding.ts";
import { judgeNoneMoved } from "./none-moved.ts";
import { judgeReason } from "./try-refusal.ts";
import type { RefusalExpectation } from "./try-refusal.ts";
import type { RefusalTrial } from "./refusal-trial.ts";
import { isSent } from "../judging/recorded-step.ts";
import { vacuous } from "../judging/vacuous.ts";

export interface TriedMistake {
  readonly because: string;
  readonly trial: RefusalTrial;
}

/**
 * Requires that several invalid requests are rejected as one requirement demands, and that no rejected request changed
 * anything. Requests that the target cannot express were never sent and do not count.
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
