import type { Report, ReportCase } from "./report.ts";

/** Returns the cases of a run, without retries. */
export function firstAttempts({ cases }: Pick<Report, "cases">): readonly ReportCase[] {
  return cases.filter(({ attempt }) => attempt === undefined);
}
