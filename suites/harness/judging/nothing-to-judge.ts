import { describeOutcome } from "#contract";
import type { RequirementId } from "#contract";
import { undecided } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Step } from "../step/step.ts";

/** The finding where a step that had to show something did not, and says why. */
export function nothingToJudge(
  requirement: RequirementId,
  step: Pick<Step, "outcome">,
  evidence: readonly number[],
): Finding {
  return undecided(requirement, `nothing to judge: ${describeOutcome(step.outcome)}`, evidence);
}
