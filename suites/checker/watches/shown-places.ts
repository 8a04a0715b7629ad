import { intAt } from "../history/columns.ts";
import { none } from "../objects/object-history.ts";
import { rowsWith } from "../objects/version-chains.ts";
import type { ExpectedChanges } from "./expected-changes.ts";

export const unknownPlace = -2;

/** The position of a watch in the history of each object, and the changes that it has shown since it was opened. */
export class ShownPlaces {
  /** The position of the newest shown change, or the position after which the watch resumed. */
  readonly place: Int32Array;
  /** The last shown change; `none` before the first one. */
  readonly lastShown: Int32Array;
  /** For each change, the value of `opening` when the watch showed it. */
  readonly shownIn: Int32Array;
  opening = 0;
  /** Objects with a known position. May contain duplicates. */
  readonly #touched: number[] = [];

  constructor(objects: number, changes: number) {
    this.place = new Int32Array(objects).fill(unknownPlace);
    this.lastShown = new Int32Array(objects).fill(none);
    this.shownIn = new Int32Array(changes);
  }

  open(): void {
    this.opening += 1;
    for (const object of this.#touched) {
      this.place[object] = unknownPlace;
      this.lastShown[object] = none;
    }
    this.#touched.length = 0;
  }

  startAt(object: number, place: number): void {
    this.place[object] = place;
    this.#touched.push(object);
  }

  /**
   * Records that the watch resumes after an opaque version: at that version in the history of its object, and at an
   * unknown position for other objects. If a deletion has the same version as the last state, the watch may resume
   * after either.
   */
  startAfter(expected: ExpectedChanges, version: number): void {
    for (const row of rowsWith(expected, version)) {
      const object = intAt(expected.object, row);
      const place = intAt(expected.place, row);
      const isKnown = place !== none && intAt(this.place, object) === unknownPlace;
      this.startAt(object, isKnown ? place : unknownPlace);
    }
  }

  isShown(shown: number): boolean {
    return intAt(this.shownIn, shown) === this.opening;
  }

  note(object: number, shown: number, place: number): void {
    if (intAt(this.lastShown, object) === none) this.#touched.push(object);
    this.shownIn[shown] = this.opening;
    this.lastShown[object] = shown;
    if (place > intAt(this.place, object)) this.place[object] = place;
  }
}
