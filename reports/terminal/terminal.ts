import type { Report, ReportCase } from "../report/report.ts";
import { areaRows } from "./area-rows.ts";
import { failureRows } from "./failure-rows.ts";
import { headerRows } from "./header-rows.ts";
import { openRows } from "./open-rows.ts";
import { summaryRows, verdictRow } from "./summary-rows.ts";
import type { TerminalOptions } from "./terminal-options.ts";
import { emptyRow, renderRows } from "../text/row.ts";
import type { Row } from "../text/row.ts";
import { truncateText } from "../text/truncate-text.ts";
import { describeDuration } from "../text/durations.ts";

/** Maximum length of a message in characters. Baseline entries can have any length. */
const longestMessage = 600;

function baselineRows({ baseline }: Report): readonly Row[] {
  const problems = baseline?.problems ?? [];
  if (problems.length === 0) return [];
  return [
    { spans: [{ text: "Baseline", tone: "heading" }] },
    emptyRow,
    ...problems.map(({ problem, requirement, message }): Row => ({
      indent: 2,
      label: { text: problem, tone: "bad" },
      labelWidth: 17,
      spans: [{ text: `${requirement}: ${truncateText(message, longestMessage)}` }],
    })),
    emptyRow,
  ];
}

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

function caseRows({ cases }: Report): readonly Row[] {
  if (cases.length === 0) return [];
  return [
    { spans: [{ text: "Cases", tone: "heading" }] },
    emptyRow,
    ...cases.map(caseRow),
    emptyRow,
  ];
}

function caseRow({ case: name, attempt, startedMs, endedMs, problem }: ReportCase): Row {
  const attemptText = attempt === undefined ? "" : `, attempt ${attempt}`;
  const label = { text: describeDuration(endedMs - startedMs), tone: "label" } as const;
  const ending = problem === undefined ? "" : `: ${problem}`;
  return { indent: 2, label, labelWidth: 12, spans: [{ text: `${name}${attemptText}${ending}` }] };
}
