import type { Report } from "../report/report.ts";
import { cutText } from "../text/cut-text.ts";
import { emptyRow } from "../text/row.ts";
import type { Row } from "../text/row.ts";

/** Maximum length of a message in characters, because baseline entries can have any length. */
const longestMessage = 600;

/** Problems of the baseline, which fail the run. */
export function baselineRows({ baseline }: Report): readonly Row[] {
  const problems = baseline?.problems ?? [];
  if (problems.length === 0) return [];
  return [
    { spans: [{ text: "Baseline", tone: "heading" }] },
    emptyRow,
    ...problems.map(({ problem, requirement, message }): Row => ({
      indent: 2,
      label: { text: problem, tone: "bad" },
      labelWidth: 17,
      spans: [{ text: `${requirement}: ${cutText(message, longestMessage)}` }],
    })),
    emptyRow,
  ];
}
