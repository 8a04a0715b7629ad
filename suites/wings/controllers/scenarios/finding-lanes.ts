import { counted, describeKey, keyOf } from "#contract";
import type { ObjectKey } from "#contract";
import type { FindingEvent, FindingHistory } from "#harness";
import type {
  ControllerEvent,
  OwnedEvent,
  RemarkEvent,
  ViewEvent,
} from "../rules/controller-event.ts";
import { describeOwned } from "../rules/object-life.ts";

/** Maximum number of events in a finding. Events that violate the rule are always kept. */
const maxShown = 32;

/** Minimum number of similar changes that are shown as one. */
const leastMerged = 4;

/** Maximum number of remarks in a finding that follow its last event. They may explain why nothing else followed. */
const maxLater = 6;

/**
 * Arranges the history of a finding in three lanes: the states of the object, what the controller received, and what it
 * wrote.
 *
 * @param events All events in judging order, so that the ordinal of an event is its index.
 */
export function inLanes({ object, events: shown }: FindingHistory, events: Judged): FindingHistory {
  const [first] = shown;
  const last = shown.at(-1);
  if (first === undefined || last === undefined) return { object, events: shown };
  const known = new Set(shown.map(({ ordinal }) => ordinal));
  const views = new Views(object, events);
  const seen = views
    .between(first.ordinal, last.ordinal)
    .filter(({ event }) => event.lane !== "state" || !known.has(event.ordinal));
  const laned = shown
    .filter(({ ordinal }) => !isStoredByOther(events[ordinal]))
    .map((event) => ({ ...event, lane: laneOf(events[event.ordinal]) }));
  const all = [...laned.map((event): Placed => ({ at: event.ordinal, event })), ...seen];
  // The sort is stable, so a state that the controller received follows the same state of the object.
  const sorted = all.toSorted((left, right) => left.at - right.at).map(({ event }) => event);
  const remarks = events.slice(last.ordinal + 1).flatMap(remarkIn(last.ordinal + 1));
  const later = [...remarks.slice(0, maxLater), ...views.receiving(last.ordinal)];
  const inOrder = later.toSorted((left, right) => left.ordinal - right.ordinal);
  return { object, events: [...newest(merged(sorted)), ...inOrder] };
}

/** Merges consecutive changes of one property by one writer: many writes that only expire the retained events. */
function merged(events: readonly FindingEvent[]): readonly FindingEvent[] {
  const runs: FindingEvent[][] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && continues(event, last[0])) last.push(event);
    else runs.push([event]);
  }
  return runs.flatMap((run) => (run.length < leastMerged ? run : mergedOf(run)));
}

function continues(event: FindingEvent, first: FindingEvent): boolean {
  const isPlain = [event, first].every(
    ({ isEvidence, lane, changes }) => !isEvidence && lane === "state" && changes.length === 1,
  );
  const isSameWriter = event.by !== undefined && event.by === first.by && event.what === first.what;
  return isPlain && isSameWriter && event.changes[0]?.path === first.changes[0]?.path;
}

function mergedOf(run: readonly FindingEvent[]): readonly FindingEvent[] {
  const [first, last] = [run[0], run.at(-1)];
  const [from, to] = [first?.changes[0], last?.changes[0]];
  if (last === undefined || from === undefined || to === undefined) return run;
  const { before: _, ...change } = to;
  const whole = from.before === undefined ? change : { ...change, before: from.before };
  return [{ ...last, what: `${last.what} ${counted(run.length, "time")}`, changes: [whole] }];
}

/** Returns a function for events that follow the first `from` events. */
function remarkIn(from: number): (event: ControllerEvent, place: number) => FindingEvent[] {
  return (event, place) => (event.event === "remark" ? [remarkedAt(event, from + place)] : []);
}

function remarkedAt({ about, atMs, what }: RemarkEvent, ordinal: number): FindingEvent {
  const remark = viewOf({ ordinal, atMs, what });
  return about === "watch" || about === "socket" ? remark : { ...remark, lane: "write" };
}

type Judged = readonly ControllerEvent[];

interface Placed {
  readonly at: number;
  readonly event: FindingEvent;
}

function newest(events: readonly FindingEvent[]): readonly FindingEvent[] {
  const from = events.length - maxShown;
  return events.filter(({ isEvidence }, place) => isEvidence || place >= from);
}

/**
 * True for a stored write by another client. Such a write is redundant in the timeline, because the
 * state that it created is shown.
 */
function isStoredByOther(event: ControllerEvent | undefined): boolean {
  return event?.event === "write" && event.by !== "controller" && event.result.answer === "stored";
}

function laneOf(event: ControllerEvent | undefined): NonNullable<FindingEvent["lane"]> {
  return event?.event === "write" && event.by === "controller" ? "write" : "state";
}

/** The states of one object that the controller received, and the disturbances that could have delayed them. */
class Views {
  readonly #name: string;
  readonly #events: Judged;

  constructor(object: ObjectKey, events: Judged) {
    this.#name = describeKey(object);
    this.#events = events;
  }

  between(from: number, to: number): readonly Placed[] {
    const views = this.#events
      .slice(0, to + 1)
      .flatMap((event, ordinal): readonly Placed[] => this.#viewAt(event, ordinal));
    if (!this.#events.some((event) => event.event === "viewed")) {
      return [unread(from, this.#events[from]?.atMs ?? 0), ...views];
    }
    // The last state that the controller received before the first shown state.
    const before = views.findLast(({ at, event }) => at < from && event.version !== undefined);
    const within = views.filter(({ at }) => at >= from);
    return before === undefined ? within : [{ ...before, at: from - 1 }, ...within];
  }

  /**
   * The first time that the controller received a state after the suite did. Empty if it has received the state before,
   * or has written it. Without a reaction, a reader must see that the controller knew the state.
   */
  receiving(shown: number): readonly FindingEvent[] {
    const state = this.#events[shown];
    if (state?.event !== "shown" || this.#isOwn(state.object.metadata.resourceVersion)) return [];
    const { resourceVersion } = state.object.metadata;
    const place = this.#events.findIndex(
      (event) =>
        event.event === "viewed" &&
        event.version === resourceVersion &&
        describeKey(event.key) === this.#name,
    );
    const event = this.#events[place];
    if (event?.event !== "viewed" || place < shown) return [];
    return this.#receivedAt(event, place).map((placed) => placed.event);
  }

  #isOwn(version: string): boolean {
    return this.#events.some(
      (event) =>
        event.event === "write" &&
        event.by === "controller" &&
        event.result.answer !== "refused" &&
        event.result.version === version,
    );
  }

  #viewAt(event: ControllerEvent, ordinal: number): readonly Placed[] {
    switch (event.event) {
      case "viewed":
        return this.#receivedAt(event, ordinal);
      case "controller": {
        const what = `controller ${event.state}`;
        return [{ at: ordinal, event: viewOf({ ordinal, atMs: event.atMs, what }) }];
      }
      case "disturbed":
        return [{ at: ordinal, event: viewOf({ ordinal, atMs: event.atMs, what: event.what }) }];
      case "owned":
        return describeKey(event.owner) === this.#name ? [ownedAt(event, ordinal)] : [];
      case "remark":
        return [{ at: ordinal, event: remarkedAt(event, ordinal) }];
      case "shown":
      case "settled":
      case "gone":
      case "relist":
      case "write":
      case "time":
        return [];
    }
  }

  #receivedAt(event: ViewEvent, ordinal: number): readonly Placed[] {
    if (describeKey(event.key) !== this.#name) return [];
    const { version, through } = event;
    const source =
      through === "watch"
        ? "watch delivered"
        : `${through === "reply" ? "response" : through} returned`;
    const gone =
      through === "list" ? "list no longer contained the object" : `${source} a deletion`;
    const what = version === undefined ? gone : source;
    const seen = viewOf({ ordinal, atMs: event.atMs, what });
    const placed = version === undefined ? seen : { ...seen, version };
    return [{ at: Math.max(ordinal, this.#shownAt(version)), event: placed }];
  }

  #shownAt(version: string | undefined): number {
    return this.#events.findIndex(
      (event) =>
        event.event === "shown" &&
        event.object.metadata.resourceVersion === version &&
        describeKey(keyOf(event.object)) === this.#name,
    );
  }
}

function ownedAt(event: OwnedEvent, ordinal: number): Placed {
  const seen = viewOf({ ordinal, atMs: event.atMs, what: describeOwned(event) });
  return { at: ordinal, event: { ...seen, lane: "state" } };
}

function viewOf(event: Pick<FindingEvent, "atMs" | "ordinal" | "what">): FindingEvent {
  return { ...event, changes: [], isEvidence: false, lane: "view" };
}

function unread(ordinal: number, atMs: number): Placed {
  const what = "unknown: the controller received no JSON that describes the object";
  return { at: ordinal - 1, event: viewOf({ ordinal, atMs, what }) };
}
