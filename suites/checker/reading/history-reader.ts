import type { History, HistoryLine } from "../history/history.ts";
import { HistoryBuilder, type HistoryLimits } from "./history-builder.ts";
import { HistoryError } from "./history-error.ts";
import { parseHeader, parseLine } from "./history-line.ts";
import { TextLines } from "./text-lines.ts";

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

  push(chunk: string): void {
    this.#lines.push(chunk);
  }

  /**
   * Returns the history. Called after the last chunk.
   *
   * @throws HistoryError when the file has no header, or contradicts itself.
   */
  end(): History {
    this.#lines.end();
    if (this.#builder !== undefined) return this.#builder.finish();
    throw new HistoryError(1, emptyFile);
  }
}

export const emptyFile = "the file is empty; a history starts with its header";

/**
 * Parses a complete history.
 *
 * @throws HistoryError for the first invalid line.
 */
export function parseHistory(text: string): History {
  const reader = new HistoryReader();
  reader.push(text);
  return reader.end();
}

/**
 * Parses the lines of a history after its header.
 *
 * @throws HistoryError for the first invalid line.
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
