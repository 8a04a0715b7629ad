import { changeJustShown, type ComparedChanges } from "./changes-shown.ts";
import { intAt } from "../history/columns.ts";
import { isEvent } from "./event-content.ts";
import type { History } from "../history/history.ts";
import { none } from "../objects/object-history.ts";
import { partition, startsOf } from "../history/order.ts";

/** The lines about watches, grouped by watch for memory locality, and in time order within a watch. */
export class WatchLines {
  /**
   * For a line that shows a change exactly, the change. For any other line, the bitwise complement of its row. Rows of
   * the former are rarely needed, so they are computed on demand.
   */
  readonly codes: Int32Array;
  /** The first line of each watch, followed by the end of the last watch. */
  readonly starts: Int32Array;
  readonly #history: History;
  /** Positions of unexplained events, in time order. */
  readonly #unclear: number[] = [];
  #rows: Int32Array | undefined;

  /** Requires that the watch lines of the history are in time order. */
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

  unclearRows(): Int32Array {
    return Int32Array.from(this.#unclear, (place) => ~intAt(this.codes, place));
  }

  clear(changes: ComparedChanges): void {
    for (const place of this.#unclear) {
      const shown = changeJustShown(changes, ~intAt(this.codes, place));
      if (shown !== none) this.codes[place] = shown;
    }
  }

  rowAt(place: number): number {
    const code = intAt(this.codes, place);
    return code < 0 ? ~code : intAt((this.#rows ??= this.#rowsInPlace()), place);
  }

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
