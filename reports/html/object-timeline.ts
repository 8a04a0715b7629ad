import { describeKey } from "#contract";
import type { CaseHistory } from "#verdicts";
import { describeEvent } from "../text/describe-event.ts";
import { shownLine } from "./shown-text.ts";
import { Axis } from "../report/timeline.ts";
import type { Timeline, TimelineItem, TimelineLane } from "../report/timeline.ts";

type HistoryEvent = CaseHistory["events"][number];

export function timelineOfObject({ object, events }: CaseHistory): Timeline | undefined {
  if (events.length === 0) return undefined;
  const axis = new Axis(events.map(({ ordinal }) => ordinal));
  const first = events[0]?.atMs ?? 0;
  const times = new Map(events.map(({ ordinal, atMs }) => [ordinal, atMs - first]));
  const writers = [...new Set(events.flatMap(({ by }) => (by === undefined ? [] : [by])))];
  return {
    title: `Timeline of ${shownLine(describeKey(object), 120)}`,
    times: axis.labels((ordinal) => `+${(times.get(ordinal) ?? 0).toFixed(1)} ms`),
    lanes: [
      ...writers.map((writer) => writerLane(writer, events, axis)),
      { kind: "versions", label: "versions", items: chained(events, axis) },
    ],
    note: "Events in order of arrival. Together, the events marked ▲ break the rule.",
  };
}

function writerLane(writer: string, events: readonly HistoryEvent[], axis: Axis): TimelineLane {
  return {
    kind: "client",
    label: shownLine(writer, 60),
    items: events.filter(({ by }) => by === writer).map((event) => itemOf(event, axis)),
  };
}

/**
 * Links each state to the preceding one. Skips the writes that a driver observed: the event with the resulting state
 * follows.
 */
function chained(events: readonly HistoryEvent[], axis: Axis): readonly TimelineItem[] {
  const states = events.filter(({ what }) => /^[A-Z]+$/u.test(what));
  return states.map((event, i) => {
    const previous = states[i - 1];
    const item = { ...itemOf(event, axis), tone: "version" } as const;
    return previous === undefined ? item : { ...item, follows: axis.placeOf(previous.ordinal) };
  });
}

function itemOf(event: HistoryEvent, axis: Axis): TimelineItem {
  const { ordinal, what, version, isEvidence } = event;
  const place = axis.placeOf(ordinal);
  return {
    from: place,
    to: place,
    label: shownLine(version ?? what, 24),
    text: shownLine(describeEvent(event), 300),
    tone: what.includes("refused") ? "refused" : "event",
    isIllegal: isEvidence,
  };
}
