import { errored } from "#harness";
import type { AnyCheck, Finding, JudgeContext } from "#harness";
import type { CaseFinding } from "./verdict.ts";

/**
 * What a check says about its observations. A judge that throws, or is silent on what it covers, is a
 * defect of the suite, never of the target.
 */
export function judgeCase(
  check: Pick<AnyCheck, "covers" | "judge">,
  observations: unknown,
  context: JudgeContext,
): readonly Finding[] {
  try {
    const findings = check.judge(observations, context);
    const silent = check.covers.filter(
      (requirement) => !findings.some((finding) => finding.requirement === requirement),
    );
    return [
      ...findings,
      ...silent.map((requirement) =>
        errored(requirement, "the judge of the check is silent about it", []),
      ),
    ];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return check.covers.map((requirement) =>
      errored(requirement, `the judge of the check failed: ${text}`, []),
    );
  }
}

/** A finding with the case that made it, and with the look at it where there were several. */
export function caseFindingOf(
  finding: Finding,
  { case: name, attempt }: { readonly case: string; readonly attempt?: number | undefined },
): CaseFinding {
  return { ...finding, case: name, ...(attempt === undefined ? {} : { attempt }) };
}
