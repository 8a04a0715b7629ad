import type { RequirementId } from "#contract";
import {
  isCaught,
  isClean,
  isWhole,
  killersOf,
  missedBy,
  scoreSentence,
  undeclaredBy,
} from "../report/kill-matrix.ts";
import type { FaultRun, KillMatrix } from "../report/kill-matrix.ts";
import { emptyRow, labelledRow, plainRow, renderRows } from "../text/row.ts";
import type { Row, TextStyle } from "../text/row.ts";
import { describeDuration } from "../text/durations.ts";

export function renderKillMatrix(matrix: KillMatrix, style: TextStyle): string {
  const score = { text: scoreSentence(matrix), tone: isWhole(matrix) ? "good" : "bad" } as const;
  return renderRows(
    [
      { spans: [{ text: "Faults", tone: "heading" }] },
      emptyRow,
      ...matrix.faults.flatMap(faultRows),
      ...cleanRows(matrix),
      emptyRow,
      { spans: [{ text: "MUSTs with a check", tone: "heading" }] },
      emptyRow,
      ...matrix.musts.map((requirement) => mustRow(matrix, requirement)),
      emptyRow,
      { spans: [score] },
    ],
    style,
  );
}

function faultRows(fault: FaultRun): readonly Row[] {
  const { name, summary, breaks, failed, durationMs, problem } = fault;
  const killers = breaks.filter((requirement) => failed.includes(requirement));
  return [
    {
      indent: 2,
      label: isCaught(fault) ? { text: "caught", tone: "good" } : { text: "MISSED", tone: "bad" },
      labelWidth: 12,
      spans: [{ text: name, tone: "heading" }, { text: ` (${describeDuration(durationMs)})` }],
    },
    plainRow(summary, 14),
    ...listRows("killed by", killers),
    ...listRows("missed by", missedBy(fault)),
    ...listRows("undeclared", undeclaredBy(fault)),
    ...(problem === undefined ? [] : [detailRow("problem", problem)]),
  ];
}

function cleanRows(matrix: KillMatrix): readonly Row[] {
  const { failed, other, problem } = matrix.clean;
  return [
    {
      indent: 2,
      label: isClean(matrix) ? { text: "clean", tone: "good" } : { text: "NOT CLEAN", tone: "bad" },
      labelWidth: 12,
      spans: [{ text: "the reference server without faults" }],
    },
    ...listRows("broken", failed),
    ...other.map(({ requirement, verdict, reason }) =>
      detailRow(verdict, reason === undefined ? requirement : `${requirement}: ${reason}`),
    ),
    ...(problem === undefined ? [] : [detailRow("problem", problem)]),
  ];
}

function mustRow(matrix: KillMatrix, requirement: RequirementId): Row {
  const killers = killersOf(matrix, requirement);
  const labelWidth = 2 + Math.max(0, ...matrix.musts.map((must) => must.length));
  return {
    indent: 2,
    label: { text: requirement },
    labelWidth,
    spans: [
      killers.length === 0
        ? { text: "DETECTED NO FAULT", tone: "bad" }
        : { text: killers.join(", ") },
    ],
  };
}

function listRows(label: string, requirements: readonly RequirementId[]): readonly Row[] {
  return requirements.length === 0 ? [] : [detailRow(label, requirements.join(", "))];
}

function detailRow(label: string, text: string): Row {
  return labelledRow(label, text, { indent: 14, width: 14 });
}
