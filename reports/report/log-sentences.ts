import { counted } from "#contract";
import { duration, writerName } from "#wings/logs";
import type { LogVerdict, WriterRuleName, WriterSum } from "#wings/logs";

/** The predicate of a sentence about a writer, for each rule that a writer can break. */
const did: Readonly<Record<WriterRuleName, (count: number, other: string) => string>> = {
  "lost-update": (count, other) => `overwrote ${counted(count, "update")} by ${other}`,
  "stale-retry": (count, other) =>
    `retried ${counted(count, "conflict")} without rereading${other === nobody ? "" : `, overwriting writes by ${other}`}`,
  "status-by-main-resource": (count) =>
    `sent ${counted(count, "status", "statuses")} to the main resource`,
  "spec-by-status-writer": (count, other) =>
    `changed ${counted(count, "spec")} of ${other} although it writes the status`,
  fight: (count, other) => `had ${counted(count, "fight")} with ${other}`,
  "hot-loop": (count) => `caused ${counted(count, "write loop")}`,
};

const nobody = "another client";

const maxFields = 3;

/**
 * Renders a sum as a sentence: `telemetry-bot overwrote 14 updates by health-bot on 3 objects of widgets.lab.example in
 * 3 days, all on status.conditions`.
 */
export function sumSentence(sum: WriterSum): string {
  const { rule, by, other, kind, count, objects, fields } = sum;
  const whom = other === undefined ? nobody : writerName(other);
  const where = `on ${counted(objects, "object")} of ${kind}`;
  const time = count > 1 ? ` in ${duration(sum.lastMs - sum.firstMs)}` : "";
  return `${writerName(by)} ${did[rule](count, whom)} ${where}${time}${fieldsOf(fields, count)}`;
}

function fieldsOf(fields: WriterSum["fields"], count: number): string {
  const [first] = fields;
  if (first === undefined) return "";
  if (fields.length === 1)
    return first[1] === count && count > 1 ? `, all on ${first[0]}` : `, on ${first[0]}`;
  const shown = fields.slice(0, maxFields).map(([field, times]) => `${field} (${times})`);
  const more = fields.length - shown.length;
  return `, on ${shown.join(", ")}${more > 0 ? ` and ${counted(more, "other field")}` : ""}`;
}

export function logSentence(verdict: LogVerdict): string {
  const { requests, objects, writers, anomalies, sums } = verdict;
  const size = `${counted(requests, "request")} from ${counted(writers, "writer")} for ${counted(objects, "object")}`;
  const mistakes = sums.reduce((sum, { count }) => sum + count, 0);
  const wrong = [
    ...(anomalies.length === 0
      ? []
      : [counted(anomalies.length, "server anomaly", "server anomalies")]),
    ...(mistakes === 0 ? [] : [counted(mistakes, "writer mistake")]),
  ];
  if (wrong.length > 0) return `${wrong.join(" and ")} in ${size}.`;
  if (!isJudged(verdict))
    return `No problems found in ${size}, but the log has too little data for a verdict.`;
  return `No problems found in ${size}.`;
}

/** Whether the log contains enough requests to conclude that a lack of findings is a pass. */
export function isJudged({ comparedWrites, operations }: LogVerdict): boolean {
  return comparedWrites > 0 || operations > 0;
}

export function scopeSentences(verdict: LogVerdict): readonly string[] {
  const { writes, comparedWrites, operations, limits, skipped, open } = verdict;
  const ignored = [...skipped].toSorted(([, left], [, right]) => right - left);
  return [
    `${comparedWrites} of ${counted(writes, "write")} could be compared with the replaced content; ${counted(operations, "response")} had versions.`,
    ...limits.map((limit) => `${limit}.`),
    ...open.map((one) => `Undecided: ${one}.`),
    ...(ignored.length === 0
      ? []
      : [`Ignored lines: ${ignored.map(([reason, count]) => `${count} (${reason})`).join(", ")}.`]),
  ];
}
