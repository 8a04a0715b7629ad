import { intAt } from "../columns.ts";
import { none } from "../objects/object-history.ts";

/** Where a watch stands in an object is not known. */
export const unknownPlace = -2;

/** Where a watch stands in each object. */
export class ShownPlaces {
  /** The place of the newest change that was shown, or the one after which the watch goes on. */
  readonly place: Int32Array;
  /** The change that was shown last; `none` before the first one. */
  readonly lastShown: Int32Array;
  /** The objects in which something is known, some of them more than once. */
  readonly #touched: number[] = [];

  constructor(objects: number) {
    this.place = new Int32Array(objects).fill(unknownPlace);
    this.lastShown = new Int32Array(objects).fill(none);
  }

  /** Forgets everything. */
  clear(): void {
    for (const object of this.#touched) {
      this.place[object] = unknownPlace;
      this.lastShown[object] = none;
    }
    this.#touched.length = 0;
  }

  /** The watch goes on in an object after a place. */
  startAt(object: number, place: number): void {
    this.place[object] = place;
    this.#touched.push(object);
  }

  /** The watch showed a change, which may be older than the newest one. */
  note(object: number, shown: number, place: number): void {
    if (intAt(this.lastShown, object) === none) this.#touched.push(object);
    this.lastShown[object] = shown;
    if (place > intAt(this.place, object)) this.place[object] = place;
  }
}
