import { floatAt, intAt } from "../history/columns.ts";
import { change } from "../objects/commits.ts";
import { none } from "../objects/object-history.ts";
import { rowsWith } from "../objects/version-links.ts";
import type { World } from "./world.ts";

export function rankOf({ ranks }: World, version: number): number {
  return ranks === undefined ? -Infinity : floatAt(ranks, version);
}

/** The change at a position in an object's history; `none` if there is none. */
export function rowAt(world: World, object: number, place: number): number {
  const start = intAt(world.starts, object);
  const end = intAt(world.starts, object + 1);
  if (world.ranks !== undefined) {
    return place >= 0 && start + place < end ? intAt(world.inOrder, start + place) : none;
  }
  const rows = world.inOrder.subarray(start, end);
  return rows.find((row) => intAt(world.place, row) === place) ?? none;
}

/** For a watch that starts at a rank: the position in an object's history after which it resumes. */
export function placeFrom(world: World, object: number, rank: number): number {
  const place = placeAtRank(world, object, rank);
  const first = rowAt(world, object, 0);
  const isInitial = first !== none && intAt(world.change, first) === change.initial;
  return isInitial ? Math.max(place, 0) : place;
}

/** The position of an object's last change whose rank does not exceed the given one. */
function placeAtRank(world: World, object: number, rank: number): number {
  const start = intAt(world.starts, object);
  let low = start;
  let high = intAt(world.starts, object + 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (floatAt(world.rank, intAt(world.inOrder, middle)) > rank) high = middle;
    else low = middle + 1;
  }
  return low - start - 1;
}

/** The change that a conditional write replaced; `none` if unknown. */
export function predecessorOf(world: World, shown: number): number {
  const before = intAt(world.before, shown);
  if (before === none) return none;
  for (const row of rowsWith(world, before)) {
    if (intAt(world.object, row) === intAt(world.object, shown)) return row;
  }
  return none;
}
