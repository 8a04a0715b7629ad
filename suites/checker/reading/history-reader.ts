import type { History, HistoryLine } from "../history/history.ts";
import { HistoryBuilder, type HistoryLimits } from "./history-builder.ts";
import { HistoryError } from "./history-error.ts";
import { parseHeader, parseLine } from "./history-line.ts";
import { TextLines } from "./text-lines.ts";

/**
 * Reads a history from the text of its file, piece by piece: feed it with chunks of any size, then
 * ask for the history. No more than one line is held as text.
 */
export class HistoryReader {
  readonly #lines: TextLines;
  #builder: HistoryBuilder | undefined;

  constructor(limits: HistoryLimits = {}) {
    this.#lines = new TextLines((text, line) => {
      if (this.#builder === undefined) {
        this.#builder = new HistoryBuilder(parseHeader(text, line), limits);
      } else {
        this.#builder.add(parseLine(text, line), line);
      }
    });
  }

  /**
   * Takes the next piece of the file.
   *
   * @throws HistoryError for the first line that is wrong.
   */
  push(chunk: string): void {
    this.#lines.push(chunk);
  }

  /**
   * The history, after the last piece.
   *
   * @throws HistoryError when the file has no header, or contradicts itself.
   */
  end(): History {
    this.#lines.end();
    if (this.#builder !== undefined) return this.#builder.finish();
    throw new HistoryError(1, emptyFile);
  }
}

/** What is wrong with a file that has nothing in it. */
export const emptyFile = "the file is empty; a history starts with its header";

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

/**
 * The lines of a whole history after its header, as they are written.
 *
 * @throws HistoryError for the first line that is wrong.
 */
export function parseHistoryLines(text: string): readonly HistoryLine[] {
  const parsed: HistoryLine[] = [];
  let isBegun = false;
  const lines = new TextLines((own, line) => {
    if (isBegun) parsed.push(parseLine(own, line));
    else parseHeader(own, line);
    isBegun = true;
  });
  lines.push(text);
  lines.end();
  if (isBegun) return parsed;
  throw new HistoryError(1, emptyFile);
}
