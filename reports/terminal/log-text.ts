import { describeAnomaly } from "#checker";
import { writerName, writerRules } from "#wings/logs";
import type { FoundAnomaly, FoundRequest, LogVerdict, WriterFinding } from "#wings/logs";
import { logSentence, scopeSentences, isJudged, sumSentence } from "../report/log-sentences.ts";
import { lostText, requestText } from "../report/log-requests.ts";
import { emptyRow, labelledRow, plainRow, renderRows } from "../text/row.ts";
import type { Row, TextStyle, Tone } from "../text/row.ts";

/** Maximum number of findings to show. The JSON output and the page contain all of them. */
const maxShown = 20;
const maxLost = 4;

const place = { indent: 5, width: 10 };

export function renderLog(verdict: LogVerdict, style: TextStyle): string {
  const { anomalies, findings, sums } = verdict;
  const parts = [...anomalies.map(anomalyRows), ...findings.map(findingRows)];
  const more = parts.length - maxShown;
  const total = sums.reduce((sum, { count }) => sum + count, 0) + anomalies.length;
  return renderRows(
    [
      ...parts.slice(0, maxShown).flatMap((part, i) => [...part(i + 1), emptyRow]),
      ...(more > 0 || total > parts.length
        ? [
            plainRow(
              `${total - Math.min(parts.length, maxShown)} more are counted in the totals below.`,
            ),
            emptyRow,
          ]
        : []),
      ...(sums.length === 0 ? [] : [heading("By writer")]),
      ...sums.map((sum) => labelledRow("-", `${sumSentence(sum)}.`, { indent: 2, width: 2 })),
      ...(sums.length === 0 ? [] : [emptyRow]),
      ...scopeSentences(verdict).map((sentence) => plainRow(sentence)),
      { spans: [{ text: logSentence(verdict), tone: toneOf(verdict) }] },
    ],
    style,
  );
}

type Part = (position: number) => readonly Row[];

function findingRows(finding: WriterFinding): Part {
  const { rule, object, detail, requests, lost } = finding;
  return (position) => [
    title(position, rule, object),
    plainRow(`${detail}.`, 5),
    labelledRow("meaning:", writerRules[rule], place),
    ...lost
      .filter(({ written, became }) => written !== undefined || became !== undefined)
      .slice(0, maxLost)
      .map((field) => labelledRow("lost:", lostText(field), place)),
    ...requests.map(requestRow),
  ];
}

function anomalyRows({ anomaly, requests }: FoundAnomaly): Part {
  const subject = anomaly.kind === "object" ? anomaly.object : `watch ${anomaly.watch}`;
  return (position) => [
    title(position, anomaly.type, subject),
    plainRow(`${anomaly.message}.`, 5),
    labelledRow("meaning:", describeAnomaly(anomaly.type), place),
    ...requests.map(requestRow),
  ];
}

function requestRow(request: FoundRequest): Row {
  return labelledRow("request:", `${writerName(request.by)}: ${requestText(request)}`, place);
}

function title(position: number, name: string, subject: string): Row {
  return {
    label: { text: `${position}.`, tone: "bad" },
    labelWidth: 5,
    spans: [{ text: name, tone: "bad" }, { text: ` on ${subject}` }],
  };
}

function heading(text: string): Row {
  return { spans: [{ text, tone: "heading" }] };
}

function toneOf(verdict: LogVerdict): Tone {
  if (verdict.anomalies.length + verdict.sums.length > 0) return "bad";
  return isJudged(verdict) ? "good" : "caution";
}
