import { floatAt, intAt } from "../history/columns.ts";
import { change } from "../objects/commits.ts";
import { changeShown, differs, eventTypes } from "./event-content.ts";
import type { KnownChanges } from "./known-changes.ts";
import { none } from "../objects/object-history.ts";

export interface ComparedChanges {
  readonly known: KnownChanges;
  /** The fields that the event for each change must have. One row per change, because its fields are read together. */
  readonly expected: Int32Array;
}

/** Offsets of the fields in a row of {@link ComparedChanges.expected}. */
const expectedFields = { type: 0, object: 1, value: 2, uid: 3, size: 4 } as const;

export function compareChanges(known: KnownChanges): ComparedChanges {
  const column = new Int32Array(known.object.length * expectedFields.size);
  for (let row = 0; row < known.object.length; row += 1) {
    const at = row * expectedFields.size;
    column[at + expectedFields.type] = typeOf(intAt(known.change, row));
    column[at + expectedFields.object] = intAt(known.object, row);
    column[at + expectedFields.value] = intAt(known.value, row);
    column[at + expectedFields.uid] = intAt(known.uid, row);
  }
  return { known, expected: column };
}

/**
 * Returns the change that matches an event exactly. Returns `none` if the event needs closer inspection, or if the line
 * is not an event.
 */
export function changeJustShown(changes: ComparedChanges, row: number): number {
  const { known } = changes;
  const { event, version } = known.history.watches;
  const own = intAt(version, row);
  const first = own === none ? none : intAt(known.firstOf, own);
  if (first === none || isShownBy(changes, row, first)) return first;
  // Another change may have the same version: a change to another object, or the deletion of the same object.
  const shown = changeShown(known, row, intAt(event, row) === eventTypes.deleted);
  return shown === none || shown === first || !isShownBy(changes, row, shown) ? none : shown;
}

/**
 * Whether an event matches a change in every field. Called for almost every line, so it reads each column once, in
 * memory order.
 */
function isShownBy({ known, expected: of }: ComparedChanges, row: number, shown: number): boolean {
  const { event, object, value, uid, time } = known.history.watches;
  const at = shown * expectedFields.size;
  return (
    intAt(event, row) === intAt(of, at + expectedFields.type) &&
    intAt(object, row) === intAt(of, at + expectedFields.object) &&
    !differs(intAt(value, row), intAt(of, at + expectedFields.value)) &&
    !differs(intAt(uid, row), intAt(of, at + expectedFields.uid)) &&
    floatAt(time, row) >= floatAt(known.invoke, shown)
  );
}

function typeOf(changed: number): number {
  if (changed === change.create) return eventTypes.added;
  return changed === change.delete ? eventTypes.deleted : eventTypes.modified;
}
