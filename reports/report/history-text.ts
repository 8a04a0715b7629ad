import { counted } from "#contract";
import { describeAnomaly } from "#checker";
import type { Anomaly, HistoryVerdict } from "#checker";
import { jsonText } from "../text/json-text.ts";
import { emptyRow, labelledRow, plainRow, renderRows } from "../text/row.ts";
import type { Row, TextStyle, Tone } from "../text/row.ts";

/** Maximum number of lines to list. The JSON output contains all lines. */
const maxLines = 12;

const place = { indent: 5, width: 10 };

/** Renders the result for a history: each anomaly with its minimal counterexample, then the verdict. */
export function renderHistory(verdict: HistoryVerdict, style: TextStyle): string {
  const { anomalies, open } = verdict;
  return renderRows(
    [
      ...anomalies.flatMap((anomaly, i) => [...anomalyRows(anomaly, i + 1), emptyRow]),
      ...open.map(({ object, reason }) => plainRow(`${object} could not be checked: ${reason}.`)),
      ...(open.length === 0 ? [] : [emptyRow]),
      { spans: [{ text: sentenceOf(verdict), tone: toneOf(verdict) }] },
    ],
    style,
  );
}

/** Renders the result as JSON: the verdict, counts, and every anomaly with the lines of its minimal counterexample. */
export function renderHistoryJson(verdict: HistoryVerdict): string {
  return jsonText(verdict);
}

function anomalyRows(anomaly: Anomaly, position: number): readonly Row[] {
  const { type, message, operations } = anomaly;
  const where = anomaly.kind === "object" ? anomaly.object : `watch ${anomaly.watch}`;
  const alternatives = anomaly.kind === "object" ? anomaly.alternatives : [];
  const others = alternatives.map((other) => `${other.type} at line ${other.line}`).join(", ");
  return [
    {
      label: { text: `${position}.`, tone: "bad" },
      labelWidth: 5,
      spans: [{ text: type, tone: "bad" }, { text: ` on ${where}` }],
    },
    plainRow(message, 5),
    labelledRow("meaning:", describeAnomaly(type), place),
    labelledRow("lines:", linesOf(operations), place),
    ...(others === "" ? [] : [labelledRow("alternatively:", others, place)]),
  ];
}

function linesOf(lines: readonly number[]): string {
  const more = lines.length - maxLines;
  const shown = lines.slice(0, maxLines).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function sentenceOf({ verdict, operations, events, anomalies, open }: HistoryVerdict): string {
  const size = `${counted(operations, "operation")} and ${counted(events, "watch line")}`;
  switch (verdict) {
    case "legal":
      return `Linearizable: checked ${size}, no anomaly.`;
    case "illegal":
      return `Illegal: ${counted(anomalies.length, "anomaly", "anomalies")} in ${size}.`;
    case "undetermined":
      return `Undecided: ${counted(open.length, "object")} could not be checked in ${size}.`;
  }
}

function toneOf({ verdict }: HistoryVerdict): Tone {
  switch (verdict) {
    case "legal":
      return "good";
    case "illegal":
      return "bad";
    case "undetermined":
      return "caution";
  }
}
