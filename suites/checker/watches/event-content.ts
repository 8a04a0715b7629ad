import { floatAt, intAt } from "../history/columns.ts";
import { change } from "../objects/commits.ts";
import { watchEventTypes, type History } from "../history/history.ts";
import type { KnownChanges } from "./known-changes.ts";
import { none } from "../objects/object-history.ts";

/** The numbers of the event types: their indexes in `watchEventTypes`. */
export const eventTypes = {
  added: watchEventTypes.indexOf("ADDED"),
  modified: watchEventTypes.indexOf("MODIFIED"),
  deleted: watchEventTypes.indexOf("DELETED"),
} as const;

export function isEvent({ watches }: History, row: number): boolean {
  const type = intAt(watches.event, row);
  return type >= eventTypes.added && type <= eventTypes.deleted;
}

/** Returns the change with the version of an event, or `none`. `isDeletion` may differ from the event's type. */
export function changeShown(known: KnownChanges, row: number, isDeletion: boolean): number {
  const { watches } = known.history;
  const object = intAt(watches.object, row);
  const version = intAt(watches.version, row);
  let shown = version === none ? none : intAt(known.firstOf, version);
  while (shown !== none) {
    const isDeleted = intAt(known.change, shown) === change.delete;
    if (isDeleted === isDeletion && intAt(known.object, shown) === object) return shown;
    shown = intAt(known.nextOf, shown);
  }
  return none;
}

export function isTorn(known: KnownChanges, row: number, shown: number): boolean {
  const { event, uid, value } = known.history.watches;
  if (differs(intAt(uid, row), intAt(known.uid, shown))) return true;
  // A DELETED event has the last content, or no content.
  const isDeletion = intAt(event, row) === eventTypes.deleted;
  return !isDeletion && differs(intAt(value, row), intAt(known.value, shown));
}

export function isEarly(known: KnownChanges, row: number, shown: number): boolean {
  return floatAt(known.history.watches.time, row) < floatAt(known.invoke, shown);
}

export function isMistyped(known: KnownChanges, row: number, shown: number): boolean {
  const type = intAt(known.history.watches.event, row);
  const changed = intAt(known.change, shown);
  if (type === eventTypes.deleted || changed === change.initial) return false;
  return (changed === change.create) !== (type === eventTypes.added);
}

export function differs(shown: number, known: number): boolean {
  return shown !== known && shown !== none && known !== none;
}
