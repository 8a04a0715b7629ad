import type { ReportCall, ReportEvent, ReportExchange, ReportWatch } from "../report/report.ts";
import { shownLine } from "./shown-text.ts";
import { Axis, untangled } from "../report/drawn-timeline.ts";
import type { Timeline, TimelineItem, TimelineLane } from "../report/drawn-timeline.ts";

const maxEvents = 60;

export interface ExchangeTimelineSource {
  readonly title: string;
  readonly exchanges: readonly ReportExchange[];
  /** The number of the exchange that proves the violation, if there is one. */
  readonly decisive: number | undefined;
  readonly versions: ReadonlyMap<number, string>;
}

/** Builds the timeline of a finding's exchanges, with one row per role, stream and object. */
export function timelineOfExchanges(source: ExchangeTimelineSource): Timeline | undefined {
  const { exchanges, title } = source;
  const calls = exchanges.filter((exchange) => exchange.kind === "call");
  const watches = exchanges.filter((exchange) => exchange.kind === "watch");
  if (calls.length + watches.length < 2 && watches.length === 0) return undefined;
  const shownEvents = new Map(watches.map((watch) => [watch.exchange, eventsOf(watch, calls)]));
  const axis = new Axis([
    ...calls.flatMap(({ startedMs, endedMs }) => [startedMs, endedMs]),
    ...[...shownEvents.values()].flat().map(({ arrivedMs }) => arrivedMs),
  ]);
  if (axis.end === 0) return undefined;
  const omitted = watches.reduce(
    (sum, { exchange, eventCount }) => sum + eventCount - (shownEvents.get(exchange)?.length ?? 0),
    0,
  );
  return {
    title,
    times: axis.labels((time) => `+${(time - axis.start).toFixed(1)} ms`),
    lanes: [
      ...clientLanes(calls, axis, source),
      ...versionLanes(calls, axis, source),
      ...watches.map((watch) => streamLane(watch, shownEvents.get(watch.exchange) ?? [], axis)),
    ],
    note: `Times start at ${axis.start.toFixed(1)} ms after the start of the run.${omitted === 0 ? "" : ` ${omitted} events for other objects or at other times are not shown.`}`,
  };
}

function clientLanes(
  calls: readonly ReportCall[],
  axis: Axis,
  { decisive }: ExchangeTimelineSource,
): readonly TimelineLane[] {
  const roles = [...new Set(calls.map(({ identity }) => identity))];
  return roles.flatMap((role) =>
    untangled({
      kind: "client",
      label: role,
      items: calls
        .filter(({ identity }) => identity === role)
        .map((call) => ({
          from: axis.placeOf(call.startedMs),
          to: axis.placeOf(call.endedMs),
          label: `${call.verb} #${call.exchange}`,
          text: shownLine(
            `${call.exchange === decisive ? "decisive: " : ""}#${call.exchange} ${call.identity} ${call.verb} ${call.about}, ${call.startedMs.toFixed(1)} to ${call.endedMs.toFixed(1)} ms: ${call.outcome}`,
            300,
          ),
          tone: toneOf(call),
          isIllegal: call.exchange === decisive,
        })),
    }),
  );
}

function toneOf({ outcome }: ReportCall): TimelineItem["tone"] {
  if (outcome.startsWith("refused")) return "refused";
  return outcome.startsWith("unknown") ? "unknown" : "operation";
}

function versionLanes(
  calls: readonly ReportCall[],
  axis: Axis,
  { versions, decisive }: ExchangeTimelineSource,
): readonly TimelineLane[] {
  const writes = calls.filter(({ exchange, verb }) => versions.has(exchange) && verb !== "read");
  const objects = [...new Set(writes.map(({ about }) => about))];
  return objects.slice(0, 6).map((object) => ({
    kind: "versions",
    label: `versions of ${shownLine(object.split(/[ /]/u).at(-1) ?? object, 60)}`,
    items: writes
      .filter(({ about }) => about === object)
      .map((call) => {
        const version = shownLine(versions.get(call.exchange) ?? "", 24);
        return {
          from: axis.placeOf(call.endedMs),
          to: axis.placeOf(call.endedMs),
          label: version,
          text: `version ${version}, returned by #${call.exchange}`,
          tone: "version" as const,
          isIllegal: call.exchange === decisive,
        };
      })
      .toSorted((left, right) => left.from - right.from)
      .map((item, i, all) => ({ ...item, ...(i === 0 ? {} : { follows: all[i - 1]?.from ?? 0 }) })),
  }));
}

function streamLane(watch: ReportWatch, events: readonly ReportEvent[], axis: Axis): TimelineLane {
  return {
    kind: "stream",
    label: `watch #${watch.exchange} of ${watch.identity}`,
    items: events.map((event, i) => ({
      from: axis.placeOf(event.arrivedMs),
      to: axis.placeOf(event.arrivedMs),
      label: `${event.type.slice(0, 3)} ${shownLine(event.resourceVersion, 24)}`,
      text: shownLine(
        `${event.type} ${event.about ?? ""} version ${event.resourceVersion}, ${event.arrivedMs.toFixed(1)} ms${isRepeated(event, events.slice(0, i)) ? ": delivered again" : ""}`,
        300,
      ),
      tone: "event",
      isIllegal: isRepeated(event, events.slice(0, i)),
    })),
  };
}

/**
 * Whether an event repeats an earlier one of the same stream. A stream must deliver each change only once.
 */
function isRepeated(event: ReportEvent, earlier: readonly ReportEvent[]): boolean {
  if (event.type === "BOOKMARK") return false;
  return earlier.some(
    ({ type, about, resourceVersion }) =>
      type === event.type && about === event.about && resourceVersion === event.resourceVersion,
  );
}

/**
 * Returns the first events about the objects of the calls. If there are none, returns the first events of any object.
 */
function eventsOf({ events }: ReportWatch, calls: readonly ReportCall[]): readonly ReportEvent[] {
  const about = new Set(calls.map((call) => call.about));
  const own = events.filter((event) => event.about === undefined || about.has(event.about));
  return (own.length === 0 ? events : own).slice(0, maxEvents);
}
