import { floatAt, intAt } from "../history/columns.ts";
import { change } from "../objects/commits.ts";
import { changeShown, differs, eventTypes } from "./event-content.ts";
import type { KnownChanges } from "./known-changes.ts";
import { none } from "../objects/object-history.ts";

/** Changes as events are compared with them. */
export interface ComparedChanges {
  readonly known: KnownChanges;
  /** What an event must tell of a change, side by side, because all of it is read together. */
  readonly told: Int32Array;
}

/** What is told of a change: the type of its event, its object, content and uid. */
const told = { type: 0, object: 1, value: 2, uid: 3, size: 4 } as const;

/** Prepares changes for {@link changeJustShown}. */
export function compareChanges(known: KnownChanges): ComparedChanges {
  const column = new Int32Array(known.object.length * told.size);
  for (let row = 0; row < known.object.length; row += 1) {
    const at = row * told.size;
    column[at + told.type] = typeOf(intAt(known.change, row));
    column[at + told.object] = intAt(known.object, row);
    column[at + told.value] = intAt(known.value, row);
    column[at + told.uid] = intAt(known.uid, row);
  }
  return { known, told: column };
}

/**
 * The change that an event shows just as it was; `none` for an event that needs a closer look, and for a
 * line that is no event.
 */
export function changeJustShown(changes: ComparedChanges, row: number): number {
  const { known } = changes;
  const { event, version } = known.history.watches;
  const own = intAt(version, row);
  const first = own === none ? none : intAt(known.firstOf, own);
  if (first === none || isTold(changes, row, first)) return first;
  // Another change may have the same version: of another object, or the end of this one.
  const shown = changeShown(known, row, intAt(event, row) === eventTypes.deleted);
  return shown === none || shown === first || !isTold(changes, row, shown) ? none : shown;
}

/** Nearly every line is compared here and nowhere else: each column is read once, and as it lies. */
function isTold({ known, told: of }: ComparedChanges, row: number, shown: number): boolean {
  const { event, object, value, uid, time } = known.history.watches;
  const at = shown * told.size;
  return (
    intAt(event, row) === intAt(of, at + told.type) &&
    intAt(object, row) === intAt(of, at + told.object) &&
    !differs(intAt(value, row), intAt(of, at + told.value)) &&
    !differs(intAt(uid, row), intAt(of, at + told.uid)) &&
    floatAt(time, row) >= floatAt(known.invoke, shown)
  );
}

/** What an event calls a change. What stood at first may be called added too, which needs a closer look. */
function typeOf(changed: number): number {
  if (changed === change.create) return eventTypes.added;
  return changed === change.delete ? eventTypes.deleted : eventTypes.modified;
}
