import { describeKey, isEmptyField, keyOf } from "#contract";
import type { Resource, ResourceVersion, Semantics, WatchEvent } from "#contract";
import { stateDifferences } from "./prediction-differences.ts";
import type { Difference } from "./prediction-differences.ts";
import type { Change } from "../state/state.ts";

export interface EventDifference {
  readonly about:
    | "missing"
    | "repeated"
    | "unfounded"
    | "out of order"
    | "wrong type"
    | "wrong version"
    | "wrong object";
  /** Absent if the watch delivered an event for which there is no change. */
  readonly change?: Change;
  readonly expected: string;
  readonly actual: string;
}

/**
 * Compares the events that a watch delivered for given objects with the changes that it must show, in order. Returns
 * the first difference, if any.
 */
export function eventDifference(
  logged: readonly Change[],
  events: readonly WatchEvent[],
  semantics: Pick<Semantics, "deletedEvent" | "delivery">,
): EventDifference | undefined {
  const shown = events.filter(({ type }) => type !== "BOOKMARK");
  const announcements = shown.filter((event, index) =>
    isAnnounced(event, shown.slice(index + 1), logged),
  );
  const changeEvents = shown.filter((event) => !announcements.includes(event));
  const due = semantics.delivery === "states" ? combined(logged, changeEvents) : logged;
  const changes = due.map((change) =>
    announcements.some((event) => isOfUid(event, change)) ? withoutRemovalVersion(change) : change,
  );
  for (const [index, change] of changes.entries()) {
    const event = changeEvents[index];
    if (event !== undefined && isOf(change, event)) {
      const wrong = contentDifference(change, event, semantics);
      if (wrong !== undefined) return { ...wrong, change };
    } else {
      return displaced({ change, event, changes, events: changeEvents, index });
    }
  }
  const extra = changeEvents[changes.length];
  return extra === undefined ? undefined : unfounded(extra, changeEvents.slice(0, changes.length));
}

/**
 * Returns the changes that a live query must show: those that it showed, and the last state of each object. The first
 * state shown of an object created in the log counts as ADDED. It need not show the removal of an object if it showed
 * no earlier state of it.
 */
function combined(logged: readonly Change[], events: readonly WatchEvent[]): readonly Change[] {
  const lives = new Map<string, Change[]>();
  for (const change of logged) {
    const { uid } = change.object.metadata;
    lives.set(uid, [...(lives.get(uid) ?? []), change]);
  }
  const due = new Set<Change>();
  const added = new Set<Change>();
  for (const life of lives.values()) {
    const shown = life.filter((change) => events.some((event) => isShownBy(change, event)));
    const last = life.at(-1);
    if (last === undefined || (shown.length === 0 && last.type === "DELETED")) continue;
    const own = shown.includes(last) ? shown : [...shown, last];
    for (const change of own) due.add(change);
    const [first] = own;
    if (life[0]?.type === "ADDED" && first?.type === "MODIFIED") added.add(first);
  }
  return logged
    .filter((change) => due.has(change))
    .map((change) => (added.has(change) ? { ...change, type: "ADDED" } : change));
}

function isShownBy(change: Change, event: WatchEvent): boolean {
  const uid = event.object?.metadata.uid ?? change.object.metadata.uid;
  return isOf(change, event) && uid === change.object.metadata.uid;
}

/**
 * Whether an event only announces a removal: the object is terminating without finalizers, and the next event of the
 * object is its removal. Without a next event, the removal may still be due.
 */
function isAnnounced(
  event: WatchEvent,
  later: readonly WatchEvent[],
  logged: readonly Change[],
): boolean {
  const { type, object } = event;
  if (type !== "MODIFIED" || object?.metadata.deletionTimestamp === undefined) return false;
  if (!isEmptyField(object.metadata.finalizers)) return false;
  const { uid, name } = object.metadata;
  const next = later.find((one) => (one.object?.metadata ?? one.key)?.name === name);
  if (next === undefined) {
    return logged.some((change) => change.type === "DELETED" && isOfUid(event, change));
  }
  const isOther = next.object !== undefined && next.object.metadata.uid !== uid;
  return next.type === "DELETED" && !isOther;
}

function isOfUid({ object }: WatchEvent, change: Change): boolean {
  return object?.metadata.uid === change.object.metadata.uid;
}

/** Omits the version of an announced removal, because no response contains it. */
function withoutRemovalVersion(change: Change): Change {
  if (change.type !== "DELETED") return change;
  const { resourceVersion: _announced, ...removal } = change;
  return removal;
}

function isOf(change: Change, event: WatchEvent): boolean {
  const name = event.object?.metadata.name ?? event.key?.name;
  if (name !== undefined && name !== change.key.name) return false;
  const isUnversioned = event.isUnversioned === true && change.type === "DELETED";
  if (change.resourceVersion === undefined || isUnversioned) return event.type === "DELETED";
  return change.resourceVersion === event.resourceVersion;
}

interface Displaced {
  readonly change: Change;
  readonly event: WatchEvent | undefined;
  readonly changes: readonly Change[];
  readonly events: readonly WatchEvent[];
  readonly index: number;
}

/** Describes the difference if the event for a change is missing, or if another event occurs in its place. */
function displaced({ change, event, changes, events, index }: Displaced): EventDifference {
  const expected = describeChange(change);
  if (event === undefined) return { about: "missing", change, expected, actual: "no event" };
  const actual = describeEvent(event);
  const earlier = events.slice(0, index);
  if (earlier.some((other) => isSameEvent(other, event))) {
    return { about: "repeated", change, expected, actual: `${actual} again` };
  }
  const isKnown = changes.some((other) => isOf(other, event));
  const comes = events.slice(index + 1).some((other) => isOf(change, other));
  // A second event for a version that another event has shown is in no order with the changes.
  const isShown = changes
    .slice(0, index)
    .some((other) => isOf(other, event) && isOfUid(event, other) && other.type !== event.type);
  if (isShown) return { about: "unfounded", expected, actual };
  if (!isKnown) {
    const isMisnumbered = !comes && showsState(change, event);
    return isMisnumbered
      ? { about: "wrong version", change, expected, actual }
      : { about: "unfounded", expected, actual };
  }
  return { about: comes ? "out of order" : "missing", change, expected, actual };
}

function unfounded(event: WatchEvent, earlier: readonly WatchEvent[]): EventDifference {
  const isRepeated = earlier.some((other) => isSameEvent(other, event));
  return {
    about: isRepeated ? "repeated" : "unfounded",
    expected: "no further event",
    actual: `${describeEvent(event)}${isRepeated ? " again" : ""}`,
  };
}

/**
 * Whether two events have the same type and show the same version of the same object. Different objects can have equal
 * versions, even if they have the same name.
 */
function isSameEvent(left: WatchEvent, right: WatchEvent): boolean {
  const [uid, other] = [left.object?.metadata.uid, right.object?.metadata.uid];
  const isOfTwo = uid !== undefined && other !== undefined && uid !== other;
  return !isOfTwo && left.type === right.type && left.resourceVersion === right.resourceVersion;
}

/** Whether an event shows the object of a change in the same state, in any version. */
function showsState({ type, object }: Change, event: WatchEvent): boolean {
  if (event.type !== type || event.object?.metadata.uid !== object.metadata.uid) return false;
  const { resourceVersion } = event.object.metadata;
  const sameVersion = { ...object, metadata: { ...object.metadata, resourceVersion } };
  return stateDifferences(sameVersion, event.object).length === 0;
}

type Content = Omit<EventDifference, "change"> | undefined;

function contentDifference(
  change: Change,
  event: WatchEvent,
  { deletedEvent }: Pick<Semantics, "deletedEvent">,
): Content {
  const expected = describeChange(change);
  if (event.type !== change.type) {
    return { about: "wrong type", expected, actual: describeEvent(event) };
  }
  if (change.type === "DELETED" && deletedEvent === "keyOnly") return undefined;
  if (event.object === undefined) {
    return { about: "wrong object", expected, actual: "an event without an object" };
  }
  const own = event.object.metadata.resourceVersion;
  // A delete event without its own version contains the object at the version of its last write.
  const expectedVersion = event.isUnversioned === true ? own : (change.resourceVersion ?? own);
  const shown = event.object;
  const differencesFrom = ({ metadata, ...rest }: Resource): readonly Difference[] =>
    stateDifferences(
      { ...rest, metadata: { ...metadata, resourceVersion: expectedVersion } },
      shown,
    );
  const [wrong] = differencesFrom(change.object);
  const isPrevious = change.previous !== undefined && differencesFrom(change.previous).length === 0;
  return wrong === undefined || isPrevious
    ? undefined
    : {
        about: "wrong object",
        expected: `${expected} with ${wrong.expected}`,
        actual: wrong.actual,
      };
}

/** Returns the changes that a watch must show if it starts after a version, or undefined if the version is unknown. */
export function changesAfter(
  changes: readonly Change[],
  version: ResourceVersion,
): readonly Change[] | undefined {
  const index = changes.findIndex((change) => change.resourceVersion === version);
  return index === -1 ? undefined : changes.slice(index + 1);
}

/** Folds all events of a watch into the current objects, by key. */
export function foldEvents(
  events: readonly WatchEvent[],
): ReadonlyMap<string, WatchEvent["object"]> {
  const objects = new Map<string, WatchEvent["object"]>();
  for (const { type, object, key: named } of events) {
    // A delete event may contain only the key of its object.
    const key = object === undefined ? named : keyOf(object);
    if (key === undefined || type === "BOOKMARK") continue;
    if (type === "DELETED") objects.delete(describeKey(key));
    else if (object !== undefined) objects.set(describeKey(key), object);
  }
  return objects;
}

function describeChange({ type, resourceVersion, key }: Change): string {
  const version = resourceVersion === undefined ? "" : ` at version ${resourceVersion}`;
  return `${type} ${key.name}${version}`;
}

function describeEvent({ type, resourceVersion, object }: WatchEvent): string {
  return `${type} ${object?.metadata.name ?? "without an object"} at version ${resourceVersion}`;
}
