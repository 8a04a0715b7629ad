import { intAt } from "../columns.ts";
import type { History } from "../history.ts";
import { none } from "../objects/object-history.ts";
import { partition, startsOf } from "../order.ts";

/** The lines about watches in time order. */
export interface LinesInTime {
  readonly history: History;
  readonly rows: Int32Array;
  /** The change that each shows just as it was; `none` for lines that need a closer look. */
  readonly shown: Int32Array;
}

/**
 * The lines about watches, watch after watch and in time order within a watch, so that going through one
 * touches neighbouring memory only.
 */
export class WatchLines {
  /**
   * Of a line that shows a change just as it was, the change; of others, their row, inverted. The row of
   * the first ones is seldom needed: writing it down for each of them costs a tenth of all.
   */
  readonly codes: Int32Array;
  /** At which line each watch starts, and, last, where all end. */
  readonly starts: Int32Array;
  readonly #lines: LinesInTime;
  #rows: Int32Array | undefined;

  constructor(lines: LinesInTime) {
    const { history, rows, shown } = lines;
    this.#lines = lines;
    this.starts = startsOf(history.watches.watch, history.texts.watches.length);
    this.codes = new Int32Array(rows.length);
    const { codes, starts } = this;
    const { watch } = history.watches;
    const next = starts.slice();
    for (let at = 0; at < rows.length; at += 1) {
      const row = intAt(rows, at);
      const of = intAt(watch, row);
      const place = intAt(next, of);
      next[of] = place + 1;
      const change = intAt(shown, at);
      codes[place] = change === none ? ~row : change;
    }
  }

  /** The row of a line. */
  rowAt(place: number): number {
    const code = intAt(this.codes, place);
    return code < 0 ? ~code : intAt((this.#rows ??= this.#rowsInPlace()), place);
  }

  #rowsInPlace(): Int32Array {
    const { history, rows } = this.#lines;
    const watches = rows.map((row) => intAt(history.watches.watch, row));
    const { order } = partition(watches, history.texts.watches.length);
    return order.map((at) => intAt(rows, at));
  }
}
