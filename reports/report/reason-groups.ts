import type { Verdict } from "#verdicts";
import type { ReportRequirement } from "./report.ts";

/** Requirements with the same verdict and reason. They share an entry. */
export type ReasonGroup = readonly [ReportRequirement, ...ReportRequirement[]];

/** The verdicts of requirements that a run could not decide, the most urgent first. */
export const undecidedVerdicts = [
  "errored",
  "inconclusive",
  "untestable",
] as const satisfies readonly Verdict[];

/** Groups requirements by verdict, in the order of `verdicts`, and then by reason. */
export function reasonGroups(
  requirements: readonly ReportRequirement[],
  verdicts: readonly Verdict[],
): readonly ReasonGroup[] {
  return verdicts.flatMap((verdict) =>
    groupsOf(requirements.filter((requirement) => requirement.verdict === verdict)),
  );
}

function groupsOf(requirements: readonly ReportRequirement[]): readonly ReasonGroup[] {
  const groups = new Map<string, [ReportRequirement, ...ReportRequirement[]]>();
  for (const requirement of requirements) {
    const reason = requirement.reason ?? "";
    const group = groups.get(reason);
    if (group === undefined) groups.set(reason, [requirement]);
    else group.push(requirement);
  }
  return [...groups.values()];
}
