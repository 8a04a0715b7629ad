import type { Report } from "./report.ts";
import { areaRows } from "./terminal/area-rows.ts";
import { baselineRows } from "./terminal/baseline-rows.ts";
import { caseRows } from "./terminal/case-rows.ts";
import { failureRows } from "./terminal/failure-rows.ts";
import { headerRows } from "./terminal/header-rows.ts";
import { openRows } from "./terminal/open-rows.ts";
import { summaryRows, verdictRow } from "./terminal/summary-rows.ts";
import type { TerminalOptions } from "./terminal/terminal-options.ts";
import { emptyRow, renderRows } from "./text/row.ts";
import type { Row } from "./text/row.ts";

/** The report on a run for a person: what is broken first, the verdict last. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  return renderRows(rowsOf(report, options), options);
}

function rowsOf(report: Report, { verbosity, recordPath }: TerminalOptions): readonly Row[] {
  const failures = failureRows(report, verbosity);
  switch (verbosity) {
    case "quiet":
      return [...failures, ...baselineRows(report), verdictRow(report)];
    case "normal":
    case "verbose":
      return [
        ...headerRows(report),
        emptyRow,
        ...failures,
        ...areaRows(report, verbosity),
        ...openRows(report, verbosity),
        ...(verbosity === "verbose" ? caseRows(report) : []),
        ...baselineRows(report),
        ...summaryRows(report, recordPath),
        verdictRow(report),
      ];
  }
}
