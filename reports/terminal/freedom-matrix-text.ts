import { counted } from "#contract";
import {
  freedomSentence,
  areAllExplained,
  isKnownDebt,
  isExplained,
} from "../report/freedom-matrix.ts";
import type { FreedomMatrix, FreedomRun } from "../report/freedom-matrix.ts";
import { emptyRow, labelledRow, plainRow, renderRows } from "../text/row.ts";
import type { Row, Span, TextStyle } from "../text/row.ts";
import { describeDuration } from "../text/durations.ts";

export function renderFreedomMatrix(matrix: FreedomMatrix, style: TextStyle): string {
  const tone = areAllExplained(matrix) ? "good" : "bad";
  return renderRows(
    [
      { spans: [{ text: "Freedoms", tone: "heading" }] },
      emptyRow,
      ...matrix.runs.flatMap(runRows),
      emptyRow,
      { spans: [{ text: freedomSentence(matrix), tone }] },
    ],
    style,
  );
}

function runRows(run: FreedomRun): readonly Row[] {
  const { freedoms, passed, explained, unexplained, known, problem } = run;
  const names = freedoms.map(({ name }) => name).join(" + ");
  const excused = explained.filter(({ verdict }) => verdict !== "not-applicable");
  const [only] = freedoms.length === 1 ? freedoms : [];
  return [
    {
      indent: 2,
      label: standingOf(run),
      labelWidth: 12,
      spans: [{ text: names, tone: "heading" }, { text: ` (${lengthOf(run)})` }],
    },
    ...(only === undefined ? [] : [plainRow(only.summary, 14)]),
    detailRow("judged", `${passed.length} passed, explained: ${explained.length}`),
    ...excused.map(({ requirement, verdict, because }) =>
      detailRow(verdict, `${requirement}, because ${because}`),
    ),
    ...unexplained.map(({ requirement, verdict, reason }) =>
      detailRow(verdict, reason === undefined ? requirement : `${requirement}: ${reason}`),
    ),
    ...(known === undefined || isExplained(run) ? [] : [detailRow("known", known)]),
    ...(problem === undefined ? [] : [detailRow("problem", problem)]),
  ];
}

function lengthOf({ durationMs, runs }: FreedomRun): string {
  return runs === undefined ? describeDuration(durationMs) : counted(runs, "run");
}

function standingOf(run: FreedomRun): Span {
  if (isExplained(run)) return { text: "passed", tone: "good" };
  return isKnownDebt(run)
    ? { text: "not yet", tone: "caution" }
    : { text: "FALSE POSITIVE", tone: "bad" };
}

function detailRow(label: string, text: string): Row {
  return labelledRow(label, text, { indent: 14, width: 14 });
}
