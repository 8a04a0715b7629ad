import type { Report, ReportRequirement } from "./report.ts";

export interface BrokenCause {
  readonly lead: ReportRequirement;
  readonly follows: readonly ReportRequirement[];
}

/** Groups failures by cause, most relevant first. Within a cause, the most direct failure comes first. */
export function brokenCauses(report: Pick<Report, "requirements">): readonly BrokenCause[] {
  const broken = brokenRequirements(report);
  const follows = ({ cause }: ReportRequirement): boolean =>
    cause !== undefined && broken.some(({ requirement }) => requirement === cause);
  return broken
    .filter((one) => !follows(one))
    .map((lead) => ({ lead, follows: broken.filter(({ cause }) => cause === lead.requirement) }));
}

/**
 * Returns the violated requirements by relevance. In this order, rank, level, number of failing cases, and position in
 * the catalogue decide.
 */
export function brokenRequirements({
  requirements,
}: Pick<Report, "requirements">): readonly ReportRequirement[] {
  return requirements
    .filter(({ verdict }) => verdict === "fail" || verdict === "flaky" || verdict === "warn")
    .toSorted(
      (left, right) =>
        placeOf(left) - placeOf(right) ||
        levelOf(left) - levelOf(right) ||
        violatedCases(right).length - violatedCases(left).length,
    );
}

/** Returns the cases in which a requirement was violated, without duplicates. */
export function violatedCases({ findings }: ReportRequirement): readonly string[] {
  return [...new Set(findings.flatMap((one) => (one.result === "violated" ? [one.case] : [])))];
}

function placeOf({ rank }: ReportRequirement): number {
  return rank ?? Number.MAX_SAFE_INTEGER;
}

function levelOf({ level }: ReportRequirement): number {
  return ["MUST", "SHOULD", "MAY"].indexOf(level);
}
