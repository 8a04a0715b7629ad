import { Column } from "../port/column.ts";
import { requestHead } from "./request-line.ts";
import type { VersionUse } from "./request-line.ts";

/**
 * Number of version digits that a number represents exactly. Further digits, which are rare, are in a second number.
 */
const digits = 15;

/** Comparable versions have at most twice as many digits. Requests with other versions are ordered by time. */
const comparable = /^\d{1,30}$/u;

const uses: readonly (VersionUse | undefined)[] = [undefined, "named", "read", "wrote"];

/** The request heads of a partition, stored in columns: about 30 bytes per request. */
export class RequestTable {
  readonly #names = new Map<string, number>();
  readonly #object = new Column(Uint32Array);
  readonly #returned = new Column(Float64Array);
  readonly #use = new Column(Uint8Array);
  readonly #version = new Column(Float64Array);
  readonly #higher = new Map<number, number>();

  add(line: string): void {
    const { object, returned, use, version } = requestHead(line);
    const row = this.#object.count;
    const known = this.#names.get(object);
    const number = known ?? this.#names.size;
    if (known === undefined) this.#names.set(object, number);
    const isPlaced = use !== undefined && comparable.test(version);
    this.#object.push(number);
    this.#returned.push(returned);
    this.#use.push(isPlaced ? uses.indexOf(use) : 0);
    this.#version.push(isPlaced ? Number(version.slice(-digits)) : 0);
    if (isPlaced && version.length > digits) {
      this.#higher.set(row, Number(version.slice(0, -digits)));
    }
  }

  *byObject(): Generator<Uint32Array> {
    const starts = new Uint32Array(this.#names.size + 1);
    for (let row = 0; row < this.#object.count; row += 1) {
      const next = this.#object.at(row) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
    for (let i = 1; i < starts.length; i += 1) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
    const rows = new Uint32Array(this.#object.count);
    const ends = starts.slice();
    for (let row = 0; row < this.#object.count; row += 1) {
      const object = this.#object.at(row);
      const end = ends[object] ?? 0;
      rows[end] = row;
      ends[object] = end + 1;
    }
    for (const object of this.#names.values()) {
      yield rows.subarray(starts[object], starts[object + 1]);
    }
  }

  returned(row: number): number {
    return this.#returned.at(row);
  }

  use(row: number): VersionUse | undefined {
    return uses[this.#use.at(row)];
  }

  /** Compares the versions of two rows. A request without a version precedes all others. */
  compareVersions(left: number, right: number): number {
    return this.#higherOf(left) - this.#higherOf(right) || this.#lower(left) - this.#lower(right);
  }

  #higherOf(row: number): number {
    return this.#higher.get(row) ?? 0;
  }

  #lower(row: number): number {
    return this.#use.at(row) === 0 ? -1 : this.#version.at(row);
  }
}
