import { changeJustShown, type ComparedChanges } from "./changes-shown.ts";
import { intAt } from "../history/columns.ts";
import { isEvent } from "./event-content.ts";
import type { History } from "../history/history.ts";
import { none } from "../objects/object-history.ts";
import { partition, startsOf } from "../history/order.ts";

/**
 * The lines about watches, watch after watch and in time order within a watch, so that going through one
 * touches neighbouring memory only.
 */
export class WatchLines {
  /**
   * Of a line that shows a change just as it was, the change; of others, their row, inverted. The row of
   * the first ones is seldom needed, and found out when it is.
   */
  readonly codes: Int32Array;
  /** At which line each watch starts, and, last, where all end. */
  readonly starts: Int32Array;
  readonly #history: History;
  /** The events that show nothing that is known, in time order. */
  readonly #unclear: number[] = [];
  #rows: Int32Array | undefined;

  /** Takes a history whose lines about watches are in the order of their times. */
  constructor(changes: ComparedChanges) {
    const { history } = changes.known;
    const { watch, count } = history.watches;
    this.#history = history;
    this.starts = startsOf(watch, history.texts.watches.length);
    this.codes = new Int32Array(count);
    const { codes } = this;
    const next = this.starts.slice();
    for (let row = 0; row < count; row += 1) {
      const of = intAt(watch, row);
      const place = intAt(next, of);
      next[of] = place + 1;
      const shown = changeJustShown(changes, row);
      codes[place] = shown === none ? ~row : shown;
      if (shown === none && isEvent(history, row)) this.#unclear.push(place);
    }
  }

  /** The rows of the events that show nothing that is known, in time order. */
  unclearRows(): Int32Array {
    return Int32Array.from(this.#unclear, (place) => ~intAt(this.codes, place));
  }

  /** Looks again at the unclear events, now that more is known. */
  clear(changes: ComparedChanges): void {
    for (const place of this.#unclear) {
      const shown = changeJustShown(changes, ~intAt(this.codes, place));
      if (shown !== none) this.codes[place] = shown;
    }
  }

  /** The row of a line. */
  rowAt(place: number): number {
    const code = intAt(this.codes, place);
    return code < 0 ? ~code : intAt((this.#rows ??= this.#rowsInPlace()), place);
  }

  /** The rows of all lines of a watch, in time order. */
  rowsOf(watch: number): readonly number[] {
    const start = intAt(this.starts, watch);
    const end = intAt(this.starts, watch + 1);
    return Array.from({ length: end - start }, (_, i) => this.rowAt(start + i));
  }

  #rowsInPlace(): Int32Array {
    const { watches, texts } = this.#history;
    return partition(watches.watch, texts.watches.length).order;
  }
}
