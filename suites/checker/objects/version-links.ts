import { intAt } from "../history/columns.ts";
import { none } from "./object-history.ts";

/** The rows of each version as linked lists: the first row of each version, and the next row of each row. */
export interface VersionLinks {
  readonly firstOf: Int32Array;
  readonly nextOf: Int32Array;
}

/** Links the rows of a column of versions. Rows without a version are in no list. */
export function linkVersions(version: Int32Array, versions: number): VersionLinks {
  const firstOf = new Int32Array(versions).fill(none);
  const nextOf = new Int32Array(version.length).fill(none);
  for (let row = version.length - 1; row >= 0; row -= 1) {
    const own = intAt(version, row);
    if (own === none) continue;
    nextOf[row] = intAt(firstOf, own);
    firstOf[own] = row;
  }
  return { firstOf, nextOf };
}

export function* rowsWith({ firstOf, nextOf }: VersionLinks, version: number): Generator<number> {
  for (let row = intAt(firstOf, version); row !== none; row = intAt(nextOf, row)) yield row;
}
