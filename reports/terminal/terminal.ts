import type { Report } from "../report/report.ts";
import { areaRows } from "./area-rows.ts";
import { baselineRows } from "./baseline-rows.ts";
import { caseRows } from "./case-rows.ts";
import { failureRows } from "./failure-rows.ts";
import { headerRows } from "./header-rows.ts";
import { openRows } from "./open-rows.ts";
import { summaryRows, verdictRow } from "./summary-rows.ts";
import type { TerminalOptions } from "./terminal-options.ts";
import { emptyRow, renderRows } from "../text/row.ts";
import type { Row } from "../text/row.ts";

export function renderTerminal(report: Report, options: TerminalOptions): string {
  return renderRows(rowsOf(report, options), options);
}

function rowsOf(report: Report, { verbosity, recordPath }: TerminalOptions): readonly Row[] {
  const failures = failureRows(report, verbosity, recordPath);
  switch (verbosity) {
    case "quiet":
      return [...failures, ...baselineRows(report), verdictRow(report)];
    case "normal":
    case "verbose":
      return [
        ...headerRows(report, verbosity),
        emptyRow,
        ...failures,
        ...(verbosity === "verbose" ? areaRows(report) : []),
        ...openRows(report, verbosity),
        ...(verbosity === "verbose" ? caseRows(report) : []),
        ...baselineRows(report),
        ...summaryRows(report, verbosity, recordPath),
        verdictRow(report),
      ];
  }
}
