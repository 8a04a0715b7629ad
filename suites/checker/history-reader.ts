import type { History } from "./history.ts";
import { HistoryBuilder, type HistoryLimits } from "./history-builder.ts";
import { HistoryError } from "./history-error.ts";
import { parseHeader, parseLine } from "./history-line.ts";

/** The longest line that is read, in characters. A line of a history is far shorter. */
const mostLineCharacters = 1_048_576;

/**
 * Reads a history from the text of its file, piece by piece: feed it with chunks of any size, then
 * ask for the history. No more than one line is held as text.
 */
export class HistoryReader {
  readonly #limits: HistoryLimits;
  #builder: HistoryBuilder | undefined;
  #rest = "";
  #line = 0;

  constructor(limits: HistoryLimits = {}) {
    this.#limits = limits;
  }

  /**
   * Takes the next piece of the file.
   *
   * @throws HistoryError for the first line that is wrong.
   */
  push(chunk: string): void {
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      const tail = chunk.slice(start, end);
      this.#read(this.#rest === "" ? tail : this.#rest + tail);
      this.#rest = "";
      start = end + 1;
    }
    this.#rest += chunk.slice(start);
    this.#refuseLongLine(this.#rest, this.#line + 1);
  }

  /**
   * The history, after the last piece.
   *
   * @throws HistoryError when the file has no header, or contradicts itself.
   */
  end(): History {
    if (this.#rest !== "") this.#read(this.#rest);
    this.#rest = "";
    if (this.#builder !== undefined) return this.#builder.finish();
    throw new HistoryError(1, "the file is empty; a history starts with its header");
  }

  #read(text: string): void {
    this.#line += 1;
    this.#refuseLongLine(text, this.#line);
    const content = this.#line === 1 && text.startsWith("\uFEFF") ? text.slice(1) : text;
    if (content.trim() === "") return;
    if (this.#builder === undefined) {
      this.#builder = new HistoryBuilder(parseHeader(content, this.#line), this.#limits);
    } else {
      this.#builder.add(parseLine(content, this.#line), this.#line);
    }
  }

  #refuseLongLine(text: string, line: number): void {
    if (text.length <= mostLineCharacters) return;
    throw new HistoryError(line, `longer than ${mostLineCharacters} characters`);
  }
}

/**
 * Reads a whole history from one text.
 *
 * @throws HistoryError for the first line that is wrong.
 */
export function parseHistory(text: string): History {
  const reader = new HistoryReader();
  reader.push(text);
  return reader.end();
}
