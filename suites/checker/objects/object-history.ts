import { intAt } from "../history/columns.ts";
import type { History } from "../history/history.ts";

/** Represents a missing operation, version or uid. */
export const none = -1;

/** Represents the creator of the version that an object had before the first operation. */
export const initially = -2;

export const seen = 1;
/** Flag for a version that was the precondition of a successful write or delete. */
export const needed = 2;
export const hinted = 4;

/**
 * The operations of one object, numbered by their invocation, and its versions, numbered by their first mention. The
 * columns are reused for the next object: only the first `count`, `eventCount`, `nodeCount` and `uidCount` rows are
 * valid.
 */
export interface ObjectHistory {
  readonly history: History;
  readonly ranks: Float64Array | undefined;
  object: number;
  count: number;
  readonly operation: Int32Array;
  readonly role: Int32Array;
  /** The version that each operation replaced or expected. */
  readonly before: Int32Array;
  /** The version that each operation created or observed. */
  readonly after: Int32Array;
  readonly uid: Int32Array;
  readonly value: Int32Array;
  eventCount: number;
  /** Events in time order: twice the number of the operation for an invocation, plus one for a return. */
  readonly events: Int32Array;
  nodeCount: number;
  /** The version of each node, as numbered in the history. */
  readonly version: Int32Array;
  /** Combination of the flags `seen`, `needed` and `hinted`. */
  readonly mention: Int32Array;
  /** The operation that created the version; `initially` for the initial version, `none` if unknown. */
  readonly maker: Int32Array;
  /** The operation that certainly replaced the version; `none` if there is none. */
  readonly successor: Int32Array;
  readonly nodeValue: Int32Array;
  readonly nodeUid: Int32Array;
  uidCount: number;
  /** The number of each uid in the history; `none` for uids that occur in no line. */
  readonly uids: Int32Array;
  /** The version before the first operation; `none` if the object was absent. */
  initial: number;
  initialRow: number;
}

/** Adds a uid and returns its number. `none` adds an unnamed uid that differs from all others. */
export function addUid(view: ObjectHistory, uid: number): number {
  view.uids[view.uidCount] = uid;
  view.uidCount += 1;
  return view.uidCount - 1;
}

export function rowOf(view: ObjectHistory, op: number): number {
  return intAt(view.operation, op);
}
