import { intAt } from "../history/columns.ts";
import { none } from "../objects/object-history.ts";
import { rowsWith } from "../objects/version-links.ts";
import type { World } from "./world.ts";

/** Where a watch stands in an object is not known. */
export const unknownPlace = -2;

/** Where a watch stands in each object, and which changes it has shown since it was opened. */
export class ShownPlaces {
  /** The place of the newest change that was shown, or the one after which the watch goes on. */
  readonly place: Int32Array;
  /** The change that was shown last; `none` before the first one. */
  readonly lastShown: Int32Array;
  /** The opening in which each change was shown. */
  readonly shownIn: Int32Array;
  opening = 0;
  /** The objects in which something is known, some of them more than once. */
  readonly #touched: number[] = [];

  constructor(objects: number, changes: number) {
    this.place = new Int32Array(objects).fill(unknownPlace);
    this.lastShown = new Int32Array(objects).fill(none);
    this.shownIn = new Int32Array(changes);
  }

  /** Forgets everything: the watch is opened. */
  open(): void {
    this.opening += 1;
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

  /**
   * With opaque versions, the watch goes on after a version in its own object, and anywhere in others. Where
   * a deletion has the version of what it ended, nobody knows which of the two was meant.
   */
  startAfter(world: World, version: number): void {
    for (const row of rowsWith(world, version)) {
      const object = intAt(world.object, row);
      const place = intAt(world.place, row);
      const isKnown = place !== none && intAt(this.place, object) === unknownPlace;
      this.startAt(object, isKnown ? place : unknownPlace);
    }
  }

  /** Whether the watch has shown a change. */
  isShown(shown: number): boolean {
    return intAt(this.shownIn, shown) === this.opening;
  }

  /** The watch showed a change, which may be older than the newest one. */
  note(object: number, shown: number, place: number): void {
    if (intAt(this.lastShown, object) === none) this.#touched.push(object);
    this.shownIn[shown] = this.opening;
    this.lastShown[object] = shown;
    if (place > intAt(this.place, object)) this.place[object] = place;
  }
}
