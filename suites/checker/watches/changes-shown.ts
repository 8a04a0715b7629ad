import { floatAt, intAt } from "../columns.ts";
import { change } from "../commits.ts";
import { changeShown, eventTypes } from "./event-content.ts";
import type { KnownChanges } from "./known-changes.ts";
import { none } from "../objects/object-history.ts";

/**
 * For each line about a watch the change that its event shows just as it was; `none` for events that need
 * a closer look, and for lines that are no events. Nearly all events need nothing else.
 *
 * Goes through the lines column by column: a loop that reads few columns keeps all it needs in registers,
 * and takes half as long as one that reads them all.
 */
export function changesShown(known: KnownChanges, rows: Int32Array): Int32Array {
  const { value, uid } = known.history.watches;
  const shown = byVersion(known, rows);
  keepEqual(shown, { rows, ofEvents: value, ofChanges: known.value });
  keepEqual(shown, { rows, ofEvents: uid, ofChanges: known.uid });
  keepTimely(shown, known, rows);
  return shown;
}

function byVersion(known: KnownChanges, rows: Int32Array): Int32Array {
  const { event, object, version } = known.history.watches;
  const { firstOf, change: changes, object: objects } = known;
  const { added, deleted } = eventTypes;
  const shown = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = intAt(rows, at);
    const type = intAt(event, row);
    const own = intAt(version, row);
    const isEvent = type >= added && type <= deleted && own !== none;
    const first = isEvent ? intAt(firstOf, own) : none;
    shown[at] = first;
    if (first === none) continue;
    const isDeletion = type === deleted;
    const isMeant = intAt(objects, first) === intAt(object, row);
    if (isMeant && (intAt(changes, first) === change.delete) === isDeletion) continue;
    shown[at] = changeShown(known, row, isDeletion);
  }
  return shown;
}

interface ComparedColumns {
  readonly rows: Int32Array;
  readonly ofEvents: Int32Array;
  readonly ofChanges: Int32Array;
}

function keepEqual(shown: Int32Array, { rows, ofEvents, ofChanges }: ComparedColumns): void {
  for (let at = 0; at < rows.length; at += 1) {
    const row = intAt(shown, at);
    if (row === none) continue;
    const own = intAt(ofEvents, intAt(rows, at));
    const known = intAt(ofChanges, row);
    if (own !== known && own !== none && known !== none) shown[at] = none;
  }
}

/** Keeps events that did not come before their write, and that call the change by its name. */
function keepTimely(
  shown: Int32Array,
  { history, change: changes, invoke }: KnownChanges,
  rows: Int32Array,
): void {
  const { event, time } = history.watches;
  const { added, deleted } = eventTypes;
  for (let at = 0; at < rows.length; at += 1) {
    const row = intAt(shown, at);
    if (row === none) continue;
    const type = intAt(event, intAt(rows, at));
    const isCreation = intAt(changes, row) === change.create;
    const isNamed = type === deleted || isCreation === (type === added);
    if (!isNamed || floatAt(time, intAt(rows, at)) < floatAt(invoke, row)) shown[at] = none;
  }
}
