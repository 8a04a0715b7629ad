import type { RequestTable } from "./request-table.ts";

/**
 * Sorts the requests for one object consistently with its versions. Servers may have different clocks, and a later
 * response can be logged first. Writes are in version order. A read follows the write of its version and precedes the
 * next write. A conflict follows the write that replaced its expected version. All other requests are ordered by time.
 * Versions are decimal numbers.
 */
export function inVersionOrder(table: RequestTable, rows: Uint32Array): Uint32Array {
  const places = new Places(table, rows);
  const indexes = rows.map((_, index) => index);
  const order = sorted(indexes, (left, right) => places.compare(left, right));
  return order.map((index) => at(rows, index));
}

export function inTimeOrder(table: RequestTable, rows: Uint32Array): Uint32Array {
  return rows.toSorted((left, right) => table.returned(left) - table.returned(right));
}

class Places {
  readonly #table: RequestTable;
  readonly #rows: Uint32Array;
  /** Sort keys, on the scale of times. */
  readonly #at: Float64Array;
  readonly #versionOf: Uint32Array;

  constructor(table: RequestTable, rows: Uint32Array) {
    this.#table = table;
    this.#rows = rows;
    this.#at = new Float64Array(rows.length);
    this.#versionOf = new Uint32Array(rows.length);
    const writes = this.#writesByVersion();
    const writtenAt = this.#placesOf(writes);
    for (let index = 0; index < rows.length; index += 1) this.#place(index, writes, writtenAt);
  }

  compare(left: number, right: number): number {
    return (
      at(this.#at, left) - at(this.#at, right) ||
      this.#compareVersions(at(this.#versionOf, left), at(this.#versionOf, right)) ||
      Number(this.#use(right) === "wrote") - Number(this.#use(left) === "wrote") ||
      left - right
    );
  }

  #writesByVersion(): Uint32Array {
    const writes = new Uint32Array(this.#rows.length);
    let count = 0;
    for (let index = 0; index < this.#rows.length; index += 1) {
      if (this.#use(index) !== "wrote") continue;
      writes[count] = index;
      count += 1;
    }
    return sorted(
      writes.subarray(0, count),
      (left, right) => this.#compareVersions(left, right) || left - right,
    );
  }

  /** Computes the sort key of each write. Keys never decrease from one write to the next. */
  #placesOf(writes: Uint32Array): Float64Array {
    const places = new Float64Array(writes.length);
    let latest = -Infinity;
    for (const [i, index] of writes.entries()) {
      latest = Math.max(latest, this.#returned(index));
      places[i] = latest;
    }
    return places;
  }

  #place(index: number, writes: Uint32Array, writtenAt: Float64Array): void {
    const use = this.#use(index);
    const returned = this.#returned(index);
    this.#versionOf[index] = index;
    this.#at[index] = returned;
    if (use === undefined) return;
    const next = this.#countUpTo(index, writes);
    const own = writtenAt[next - 1] ?? -Infinity;
    const following = writtenAt[next] ?? Infinity;
    if (use === "wrote") this.#at[index] = own;
    else if (use === "read") this.#at[index] = Math.min(Math.max(returned, own), following);
    else if (next === writes.length) this.#at[index] = Math.max(returned, own);
    else {
      this.#at[index] = Math.max(returned, following);
      this.#versionOf[index] = at(writes, next);
    }
  }

  #countUpTo(index: number, writes: Uint32Array): number {
    let low = 0;
    let high = writes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compareVersions(at(writes, middle), index) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #use(index: number): ReturnType<RequestTable["use"]> {
    return this.#table.use(at(this.#rows, index));
  }

  #returned(index: number): number {
    return this.#table.returned(at(this.#rows, index));
  }

  #compareVersions(left: number, right: number): number {
    return this.#table.compareVersions(at(this.#rows, left), at(this.#rows, right));
  }
}

type Compare = (left: number, right: number) => number;

/**
 * Returns a sorted copy. Sorts only if necessary, because most logs are already ordered, and sorting takes several
 * times the memory.
 */
function sorted(indexes: Uint32Array, compare: Compare): Uint32Array {
  const isSorted = indexes.every((index, i) => i === 0 || compare(at(indexes, i - 1), index) <= 0);
  return isSorted ? indexes : indexes.toSorted(compare);
}

function at(column: Float64Array | Uint32Array, index: number): number {
  return column[index] ?? 0;
}
