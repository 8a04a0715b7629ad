import { counted } from "#contract";
import {
  acquittalSentence,
  areAllSpared,
  isKnownDebt,
  isSpared,
} from "../report/acquittal-matrix.ts";
import type { AcquittalMatrix, FreedomRun } from "../report/acquittal-matrix.ts";
import { emptyRow, labelledRow, plainRow, renderRows } from "../text/row.ts";
import type { Row, Span, TextStyle } from "../text/row.ts";
import { describeDuration } from "../text/durations.ts";

export function renderAcquittalMatrix(matrix: AcquittalMatrix, style: TextStyle): string {
  const tone = areAllSpared(matrix) ? "good" : "bad";
  return renderRows(
    [
      { spans: [{ text: "Freedoms", tone: "heading" }] },
      emptyRow,
      ...matrix.runs.flatMap(runRows),
      emptyRow,
      { spans: [{ text: acquittalSentence(matrix), tone }] },
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
    ...(known === undefined || isSpared(run) ? [] : [detailRow("known", known)]),
    ...(problem === undefined ? [] : [detailRow("problem", problem)]),
  ];
}

function lengthOf({ durationMs, runs }: FreedomRun): string {
  return runs === undefined ? describeDuration(durationMs) : counted(runs, "run");
}

function standingOf(run: FreedomRun): Span {
  if (isSpared(run)) return { text: "passed", tone: "good" };
  return isKnownDebt(run)
    ? { text: "not yet", tone: "caution" }
    : { text: "FALSE POSITIVE", tone: "bad" };
}

function detailRow(label: string, text: string): Row {
  return labelledRow(label, text, { indent: 14, width: 14 });
}
