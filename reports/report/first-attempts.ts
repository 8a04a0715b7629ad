import type { Report, ReportCase } from "./report.ts";

export function firstAttempts({ cases }: Pick<Report, "cases">): readonly ReportCase[] {
  return cases.filter(({ attempt }) => attempt === undefined);
}
