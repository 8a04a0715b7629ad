import { describeOutcome } from "#contract";
import type { RequirementId } from "#contract";
import { undecided } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Step } from "./recorded-step.ts";

/** Creates the finding for a step that has no result, with the reason. */
export function nothingToJudge(
  requirement: RequirementId,
  step: Pick<Step, "outcome">,
  evidence: readonly number[],
): Finding {
  return undecided(requirement, `nothing to judge: ${describeOutcome(step.outcome)}`, evidence);
}
