import { floatAt, intAt } from "../history/columns.ts";
import { change } from "../objects/commits.ts";
import { none } from "../objects/object-history.ts";
import { rowsWith } from "../objects/version-chains.ts";
import type { ExpectedChanges } from "./expected-changes.ts";

export function rankOf({ ranks }: ExpectedChanges, version: number): number {
  return ranks === undefined ? -Infinity : floatAt(ranks, version);
}

export function rowAt(expected: ExpectedChanges, object: number, place: number): number {
  const start = intAt(expected.starts, object);
  const end = intAt(expected.starts, object + 1);
  if (expected.ranks !== undefined) {
    return place >= 0 && start + place < end ? intAt(expected.inOrder, start + place) : none;
  }
  const rows = expected.inOrder.subarray(start, end);
  return rows.find((row) => intAt(expected.place, row) === place) ?? none;
}

export function placeFrom(expected: ExpectedChanges, object: number, rank: number): number {
  const place = placeAtRank(expected, object, rank);
  const first = rowAt(expected, object, 0);
  const isInitial = first !== none && intAt(expected.change, first) === change.initial;
  return isInitial ? Math.max(place, 0) : place;
}

function placeAtRank(expected: ExpectedChanges, object: number, rank: number): number {
  const start = intAt(expected.starts, object);
  let low = start;
  let high = intAt(expected.starts, object + 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (floatAt(expected.rank, intAt(expected.inOrder, middle)) > rank) high = middle;
    else low = middle + 1;
  }
  return low - start - 1;
}

/** Returns the change that a conditional write replaced, or `none` if it is unknown. */
export function predecessorOf(expected: ExpectedChanges, shown: number): number {
  const before = intAt(expected.before, shown);
  if (before === none) return none;
  for (const row of rowsWith(expected, before)) {
    if (intAt(expected.object, row) === intAt(expected.object, shown)) return row;
  }
  return none;
}
