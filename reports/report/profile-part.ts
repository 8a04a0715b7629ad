import { sumOf } from "#verdicts";
import type { Report, ReportRequirement } from "./report.ts";

/** A report as it would be, had extensions required nothing. */
export function profilePart(report: Report): Report {
  const { profileConclusion, ...whole } = report;
  if (profileConclusion === undefined) return report;
  const requirements = report.requirements.filter(({ isExtension }) => isExtension !== true);
  return { ...whole, conclusion: profileConclusion, requirements, sums: sumOf(requirements) };
}

/** What extensions required of a run, with the verdicts. */
export function extensionPart({ requirements }: Report): readonly ReportRequirement[] {
  return requirements.filter(({ isExtension }) => isExtension === true);
}

/** The level of a requirement in words; one that no profile asks for says so. */
export function levelWords({
  level,
  isExtension,
}: Pick<ReportRequirement, "isExtension" | "level">): string {
  return isExtension === true ? `${level} of an extension` : level;
}
