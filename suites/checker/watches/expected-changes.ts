import { floatAt, intAt } from "../history/columns.ts";
import { change } from "../objects/commits.ts";
import type { Commits } from "../objects/commits.ts";
import type { History } from "../history/history.ts";
import { knownChanges, type KnownChanges } from "./known-changes.ts";
import { none } from "../objects/object-history.ts";
import { orderOf, partition } from "../history/order.ts";
import { ranksOf } from "../history/ranks.ts";

/** All known changes that watches must show. Rows are the rows of the commits. */
export interface ExpectedChanges extends KnownChanges {
  readonly ranks: Float64Array | undefined;
  readonly count: number;
  readonly before: Int32Array;
  readonly row: Int32Array;
  /** Row of the watch line that showed a change without an operation; `none` otherwise. */
  readonly event: Int32Array;
  /** Position of each change in the history of its object; `none` if unknown. */
  readonly place: Int32Array;
  /** Rank of a change in the common order of comparable versions. */
  readonly rank: Float64Array;
  /** The changes to each object in order, and their start offsets. */
  readonly inOrder: Int32Array;
  readonly starts: Int32Array;
}

/** Orders the changes. Avoids object spread for the reason stated at {@link knownChanges}. */
export function expectedChangesOf(history: History, commits: Commits): ExpectedChanges {
  const known = knownChanges(history, commits);
  const { object, version } = known;
  const ranks = ranksOf(history);
  const before = commits.before.values();
  const rank = rankColumn(ranks, { version, before, change: known.change });
  const byRank = ranks === undefined ? undefined : orderOf(rank);
  const { order, starts } = partition(
    byRank === undefined ? object : byRank.map((row) => intAt(object, row)),
    history.texts.objects.length,
  );
  const inOrder = byRank === undefined ? order : order.map((at) => intAt(byRank, at));
  const place = commits.place.values().slice();
  if (ranks === undefined) leaveOpen(place, { inOrder, starts, rank });
  else placeByRank(place, { inOrder, starts, rank });
  return {
    history,
    object,
    version,
    value: known.value,
    uid: known.uid,
    change: known.change,
    invoke: known.invoke,
    firstOf: known.firstOf,
    nextOf: known.nextOf,
    ranks,
    count: object.length,
    before,
    row: commits.row.values(),
    event: commits.event.values(),
    place,
    rank,
    inOrder,
    starts,
  };
}

/**
 * Computes the rank of each change. A delete without a version of its own ranks immediately after the version that it
 * deleted. The version of a write determines its rank, even if the write was guessed.
 */
function rankColumn(
  ranks: Float64Array | undefined,
  {
    version,
    before,
    change: changes,
  }: Readonly<Record<"before" | "change" | "version", Int32Array>>,
): Float64Array {
  const column = new Float64Array(version.length).fill(Infinity);
  if (ranks === undefined) return column;
  for (let row = 0; row < column.length; row += 1) {
    const own = intAt(version, row);
    const last = intAt(before, row);
    const shown = own === none ? -Infinity : floatAt(ranks, own);
    const isShown = own !== none && intAt(changes, row) !== change.delete;
    const least = isShown || last === none ? -Infinity : floatAt(ranks, last) + 0.5;
    const rank = Math.max(shown, least);
    column[row] = rank === -Infinity ? Infinity : rank;
  }
  return column;
}

interface Placing {
  readonly inOrder: Int32Array;
  readonly starts: Int32Array;
  readonly rank: Float64Array;
}

function placeByRank(place: Int32Array, { inOrder, starts, rank }: Placing): void {
  for (let object = 0; object + 1 < starts.length; object += 1) {
    const start = intAt(starts, object);
    for (let at = start; at < intAt(starts, object + 1); at += 1) {
      const row = intAt(inOrder, at);
      place[row] = floatAt(rank, row) === Infinity ? none : at - start;
    }
  }
}

/** With opaque versions, one change at an unknown position makes all positions in its object's history unknown. */
function leaveOpen(place: Int32Array, { inOrder, starts }: Placing): void {
  for (let object = 0; object + 1 < starts.length; object += 1) {
    const rows = inOrder.subarray(intAt(starts, object), intAt(starts, object + 1));
    if (rows.every((row) => intAt(place, row) !== none)) continue;
    for (const row of rows) place[row] = none;
  }
}
