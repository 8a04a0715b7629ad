import type { History, VersionOrder } from "../history/history.ts";
import { HistoryBuilder } from "./history-builder.ts";
import { HistoryError } from "./history-error.ts";
import { parseLine } from "./history-line.ts";
import { TextLines } from "./text-lines.ts";

/** Reads one part of a split history in the format that the splitter writes. */
export class HistoryPartReader {
  readonly #builder: HistoryBuilder;
  readonly #lines: TextLines;

  constructor(versions: VersionOrder) {
    this.#builder = new HistoryBuilder(versions);
    this.#lines = new TextLines((text, at) => this.#take(text, at), Infinity);
  }

  /**
   * Adds the next chunk of the part.
   *
   * @throws HistoryError when a line contradicts an earlier one.
   */
  push(chunk: string): void {
    this.#lines.push(chunk);
  }

  /**
   * Returns the history of the part's objects. Called after the last chunk.
   *
   * @throws HistoryError when it contradicts itself.
   */
  end(): History {
    this.#lines.end();
    return this.#builder.finish();
  }

  #take(text: string, at: number): void {
    const tab = text.indexOf("\t");
    const line = Number(text.slice(0, Math.max(tab, 0)));
    if (!Number.isSafeInteger(line) || line < 1)
      throw new HistoryError(at, "the line does not start with its number");
    this.#builder.add(parseLine(text.slice(tab + 1), line), line);
  }
}
