import { counted } from "#contract";
import { checkHistory, describeAnomaly, HistoryError, parseHistory } from "#checker";
import type { Anomaly } from "#checker";
import type { RecordedHistory } from "../report/supplement.ts";
import { shownLine } from "./shown-text.ts";
import { numberOf, readLines, describeValue } from "./history-lines.ts";
import type { DrawnLine } from "./history-lines.ts";
import { Axis, untangled } from "../report/drawn-timeline.ts";
import type { Timeline, TimelineItem, TimelineLane } from "../report/drawn-timeline.ts";

/** Maximum numbers of lines in a timeline: lines of the minimal counterexample, and lines around it. */
const mostLines = { illegal: 30, around: 14 };

export interface DrawnHistory {
  readonly summary: string;
  readonly drawings: readonly Drawing[];
}

export interface Drawing {
  readonly heading: string;
  readonly message: string;
  readonly meaning: string;
  readonly timeline: Timeline;
}

export interface DrawnChoice {
  readonly most: number;
  /**
   * The message of the finding. The timeline shows the anomalies to which the message refers. If it refers to none, the
   * timeline shows the first anomalies.
   */
  readonly words: string;
}

/** Checks a recorded history and draws some of its anomalies. An invalid history becomes a message. */
export function drawHistory({ text }: RecordedHistory, choice: DrawnChoice): DrawnHistory {
  try {
    const { verdict, anomalies, operations, events } = checkHistory(parseHistory(text));
    const named = anomalies.filter(({ type }) => choice.words.includes(type));
    const drawn = (named.length > 0 ? named : anomalies).slice(0, choice.most);
    const more = anomalies.length - drawn.length;
    const lines = anomalies.length === 0 ? [] : readLines(text);
    return {
      summary: `${counted(operations, "operation")} and ${counted(events, "watch line")}: ${verdict}${more > 0 ? `; ${counted(more, "more anomaly is", "more anomalies are")} not drawn` : ""}.`,
      drawings: drawn.map((anomaly) => drawAnomaly(anomaly, lines)),
    };
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    return {
      summary: `The recorded history cannot be read: ${shownLine(error.message)}.`,
      drawings: [],
    };
  }
}

function drawAnomaly(anomaly: Anomaly, lines: readonly DrawnLine[]): Drawing {
  const subject = anomaly.kind === "object" ? anomaly.object : `watch ${anomaly.watch}`;
  const illegal = new Set(anomaly.operations);
  const { shown, omitted } = aroundOf(lines, illegal);
  const axis = new Axis(
    shown.flatMap(({ start, end }) => (end === undefined ? [start] : [start, end])),
  );
  return {
    heading: `${anomaly.type} on ${shownLine(subject, 120)}`,
    message: shownLine(anomaly.message),
    meaning: describeAnomaly(anomaly.type),
    timeline: {
      title: `${anomaly.type} on ${shownLine(subject, 120)}`,
      times: axis.labels(clockOf(shown)),
      lanes: lanesOf(shown, axis, illegal),
      ...(omitted === 0
        ? {}
        : {
            note: `Only the history lines closest to the anomaly are shown (omitted: ${omitted}).`,
          }),
    },
  };
}

function aroundOf(
  lines: readonly DrawnLine[],
  illegal: ReadonlySet<number>,
): { readonly shown: readonly DrawnLine[]; readonly omitted: number } {
  const part = lines.filter(({ number }) => illegal.has(number)).slice(0, mostLines.illegal);
  const from = part.reduce((least, { start }) => Math.min(least, start), Infinity);
  const to = part.reduce((most, { start, end }) => Math.max(most, end ?? start), -Infinity);
  const objects = new Set(part.map(({ members }) => members["object"]));
  const middle = (from + to) / 2;
  const others = lines
    .filter(
      (line) =>
        !illegal.has(line.number) &&
        objects.has(line.members["object"]) &&
        line.start <= to &&
        (line.end ?? line.start) >= from,
    )
    .toSorted(
      (left, right) =>
        weightOf(left) - weightOf(right) ||
        Math.abs(left.start - middle) - Math.abs(right.start - middle),
    );
  const shown = [...part, ...others.slice(0, mostLines.around)];
  return { shown, omitted: lines.length - shown.length };
}

/** Returns the sort key of an operation. A completed operation explains more than one without a response. */
function weightOf({ members }: DrawnLine): number {
  return members["op"] === undefined || members["outcome"] === "ok" ? 0 : 1;
}

function lanesOf(
  lines: readonly DrawnLine[],
  axis: Axis,
  illegal: ReadonlySet<number>,
): readonly TimelineLane[] {
  const operations = lines.filter(({ members }) => members["op"] !== undefined);
  const streams = lines.filter(({ members }) => members["watch"] !== undefined);
  const lane = (
    kind: TimelineLane["kind"],
    label: string,
    own: readonly DrawnLine[],
  ): TimelineLane => ({
    kind,
    label,
    items: own.map((line) => itemOf(line, axis, illegal)),
  });
  return [
    ...grouped(operations, "client").flatMap(([client, own]) =>
      untangled(lane("client", client, own)),
    ),
    ...versionLanes(operations, axis, illegal),
    ...grouped(streams, "watch").map(([watch, own]) => lane("stream", `watch ${watch}`, own)),
  ];
}

function versionLanes(
  operations: readonly DrawnLine[],
  axis: Axis,
  illegal: ReadonlySet<number>,
): readonly TimelineLane[] {
  const writes = operations.filter(
    ({ members }) => members["op"] !== "read" && members["version"] !== undefined,
  );
  return grouped(writes, "object").map(([object, own]) => ({
    kind: "versions",
    label: `versions of ${object}`,
    items: own
      .map((line): TimelineItem => {
        const place = axis.placeOf(line.end ?? line.start);
        const version = describeValue(line.members["version"]);
        const before = describeValue(line.members["precondition"]);
        return {
          from: place,
          to: place,
          label: version,
          text: `version ${version}${before === "" ? "" : `, which replaces ${before}`} (line ${line.number})`,
          ...linkTo(before, own, axis),
          tone: "version",
          isIllegal: illegal.has(line.number),
        };
      })
      .toSorted((left, right) => left.from - right.from),
  }));
}

/** Links a version to the one that it replaces, which makes a fork visible. */
function linkTo(
  before: string,
  writes: readonly DrawnLine[],
  axis: Axis,
): Pick<TimelineItem, "follows"> {
  const replaced = writes.find(
    ({ members }) => before !== "" && describeValue(members["version"]) === before,
  );
  return replaced === undefined ? {} : { follows: axis.placeOf(replaced.end ?? replaced.start) };
}

/**
 * Formats a timestamp. A history may have counter values as timestamps, so the lines' wall times are preferred if there
 * are any.
 */
function clockOf(lines: readonly DrawnLine[]): (stamp: number) => string {
  const times = new Map<number, number>();
  for (const { members, start, end } of lines) {
    const startMs = numberOf(members["startedMs"]) ?? numberOf(members["arrivedMs"]);
    const endMs = numberOf(members["endedMs"]);
    if (startMs !== undefined) times.set(start, startMs);
    if (end !== undefined && endMs !== undefined) times.set(end, endMs);
  }
  return (stamp) => {
    const timeMs = times.get(stamp);
    return timeMs === undefined ? String(stamp) : `${timeMs.toFixed(1)} ms`;
  };
}

function itemOf(line: DrawnLine, axis: Axis, illegal: ReadonlySet<number>): TimelineItem {
  const { members, number, start, end } = line;
  const isOperation = members["op"] !== undefined;
  const outcome = describeValue(members["outcome"]);
  const event = describeValue(members["event"]);
  // Three letters distinguish all types of events.
  const what = isOperation
    ? describeValue(members["op"])
    : event.replace(/^([A-Z]{3})[A-Z]+$/u, "$1");
  const version = describeValue(members["version"] ?? members["precondition"]);
  const open = axis.end - 1;
  return {
    from: axis.placeOf(start),
    to: isOperation ? axisEnd(end, axis, open) : axis.placeOf(start),
    label: [what, version].filter((word) => word !== "").join(" "),
    text: shownLine(
      `${illegal.has(number) ? "anomaly: " : ""}line ${number}: ${JSON.stringify(members)}`,
      400,
    ),
    tone: isOperation ? toneOf(outcome) : "event",
    isIllegal: illegal.has(number),
  };
}

function axisEnd(end: number | undefined, axis: Axis, open: number): number {
  return end === undefined ? open : axis.placeOf(end);
}

function toneOf(outcome: string): TimelineItem["tone"] {
  if (outcome === "ok") return "operation";
  return outcome === "unknown" ? "unknown" : "refused";
}

function grouped(
  lines: readonly DrawnLine[],
  member: string,
): readonly (readonly [string, readonly DrawnLine[]])[] {
  const groups = new Map<string, DrawnLine[]>();
  for (const line of lines) {
    const name = describeValue(line.members[member]);
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  return [...groups].toSorted(([left], [right]) => (left < right ? -1 : 1));
}
