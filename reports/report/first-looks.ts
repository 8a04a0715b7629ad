import type { Report, ReportCase } from "./report.ts";

/** The cases of a run, each once: those that broke something were checked again. */
export function firstLooks({ cases }: Pick<Report, "cases">): readonly ReportCase[] {
  return cases.filter(({ attempt }) => attempt === undefined);
}
