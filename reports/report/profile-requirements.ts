import { sumOf } from "#verdicts";
import type { Report, ReportRequirement } from "./report.ts";

export function withoutExtensions(report: Report): Report {
  const { profileConclusion, ...whole } = report;
  if (profileConclusion === undefined) return report;
  const requirements = report.requirements.filter(({ isExtension }) => isExtension !== true);
  return { ...whole, conclusion: profileConclusion, requirements, sums: sumOf(requirements) };
}

export function extensionRequirements({ requirements }: Report): readonly ReportRequirement[] {
  return requirements.filter(({ isExtension }) => isExtension === true);
}

export function levelWords({
  level,
  isExtension,
}: Pick<ReportRequirement, "isExtension" | "level">): string {
  return isExtension === true ? `${level} of an extension` : level;
}
