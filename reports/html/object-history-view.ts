import type { CaseHistory } from "#verdicts";
import { describeChange, describeEvent } from "../text/describe-event.ts";
import { laneTitles } from "../text/lane-rows.ts";
import { html, renderMarkup } from "./markup.ts";
import { shownLine } from "./shown-text.ts";
import { timelineView } from "./timeline-view.ts";
import type { FindingSubject } from "./finding-subject.ts";
import { describeKey } from "#contract";
import type { Lane } from "../text/lane-rows.ts";
import type { Timeline, TimelineItem, TimelineLane } from "../report/drawn-timeline.ts";

type HistoryEvent = CaseHistory["events"][number];

/** The positions of the events on the axis, in order and equidistant. */
type Places = ReadonlyMap<HistoryEvent, number>;

export function timelineOfObject({ object, events }: CaseHistory): Timeline | undefined {
  if (events.length === 0) return undefined;
  const axis: Places = new Map(events.map((event, place) => [event, place]));
  const first = events[0]?.atMs ?? 0;
  const writers = [...new Set(events.flatMap(({ by }) => (by === undefined ? [] : [by])))];
  return {
    title: `Timeline of ${shownLine(describeKey(object), 120)}`,
    times: events.map(({ atMs }) => `+${(atMs - first).toFixed(1)} ms`),
    lanes: events.some(({ lane }) => lane !== undefined)
      ? threeLanes(events, axis)
      : [
          ...writers.map((writer) => writerLane(writer, events, axis)),
          { kind: "versions", label: "versions", items: chained(events, axis) },
        ],
    note: "Events in order of arrival. The events marked ▲ together break the rule.",
  };
}

/** Builds the three lanes: the true states, the states that the controller saw, and the controller's writes. */
function threeLanes(events: readonly HistoryEvent[], axis: Places): readonly TimelineLane[] {
  const inLane = (name: Lane): readonly HistoryEvent[] =>
    events.filter(({ lane }) => lane === name);
  const items = (name: Lane): readonly TimelineItem[] =>
    inLane(name).map((event) => itemOf(event, axis));
  return [
    { kind: "versions", label: laneTitles.state, items: chained(inLane("state"), axis) },
    { kind: "stream", label: laneTitles.view, items: items("view") },
    { kind: "client", label: laneTitles.write, items: items("write") },
  ];
}

function writerLane(writer: string, events: readonly HistoryEvent[], axis: Places): TimelineLane {
  return {
    kind: "client",
    label: shownLine(writer, 60),
    items: events.filter(({ by }) => by === writer).map((event) => itemOf(event, axis)),
  };
}

/**
 * Links each state to the preceding one. Skips writes that a driver observed, because the event with the resulting
 * state follows.
 */
function chained(events: readonly HistoryEvent[], axis: Places): readonly TimelineItem[] {
  const states = events.filter(({ what }) => /^[A-Z]+$/u.test(what));
  return states.map((event, i) => {
    const previous = states[i - 1];
    const item = { ...itemOf(event, axis), tone: "version" } as const;
    return previous === undefined ? item : { ...item, follows: axis.get(previous) ?? 0 };
  });
}

function itemOf(event: HistoryEvent, axis: Places): TimelineItem {
  const { what, version, isEvidence } = event;
  const place = axis.get(event) ?? 0;
  return {
    from: place,
    to: place,
    label: shownLine(version ?? what, 24),
    text: shownLine(describeEvent(event), 300),
    tone: what.includes("refused") ? "refused" : "event",
    isIllegal: isEvidence,
  };
}

/** Maximum number of changes to list for each event. */
const maxChanges = 12;

/**
 * Renders the events about a finding's object, as a timeline and as a list. Returns an empty string if the finding has
 * no object.
 */
export function objectHistoryMarkup({ finding, allowance }: FindingSubject): string {
  const history = finding.result === "violated" ? finding.history : undefined;
  const timeline = history === undefined ? undefined : timelineOfObject(history);
  if (history === undefined || timeline === undefined) return "";
  const markup = renderMarkup(
    html`<div class="history">
      <h5>The events of the object</h5>
      ${timelineView({ timeline })}
      <ol class="object-events">
        ${history.events.map(eventItem)}
      </ol>
    </div>`,
  );
  return allowance.take(markup) ? markup : "";
}

function eventItem(event: CaseHistory["events"][number]): ReturnType<typeof html> {
  const { what, by, version, changes, isEvidence, lane } = event;
  const more = changes.length - maxChanges;
  return html`<li class=${isEvidence ? "illegal" : ""}>
    <bdi
      >${isEvidence ? "▲ " : ""}${lane === undefined ? "" : `${laneTitles[lane]}: `}${shownLine(what, 120)}${by === undefined ? "" : ` by ${shownLine(by, 120)}`}${version === undefined ? "" : `, version ${shownLine(version, 60)}`}</bdi
    >
    <ul>
      ${changes.slice(0, maxChanges).map((change) => html`<li><code>${shownLine(describeChange(change), 300)}</code></li>`)}
      ${more > 0 ? html`<li>and ${more} more</li>` : undefined}
    </ul>
  </li>`;
}
