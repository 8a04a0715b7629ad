import type { Report, ReportCase } from "../report/report.ts";
import { emptyRow } from "../text/row.ts";
import type { Row } from "../text/row.ts";
import { describeDuration } from "../text/durations.ts";

/** All completed cases with their durations. */
export function caseRows({ cases }: Report): readonly Row[] {
  if (cases.length === 0) return [];
  return [
    { spans: [{ text: "Cases", tone: "heading" }] },
    emptyRow,
    ...cases.map(caseRow),
    emptyRow,
  ];
}

function caseRow({ case: name, attempt, startedMs, endedMs, problem }: ReportCase): Row {
  const look = attempt === undefined ? "" : `, attempt ${attempt}`;
  const label = { text: describeDuration(endedMs - startedMs), tone: "label" } as const;
  const ending = problem === undefined ? "" : `: ${problem}`;
  return { indent: 2, label, labelWidth: 12, spans: [{ text: `${name}${look}${ending}` }] };
}
