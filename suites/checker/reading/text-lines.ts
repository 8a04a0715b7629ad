import { HistoryError } from "./history-error.ts";

/** Maximum line length in characters. A line of a history is far shorter. */
const maxLineCharacters = 1_048_576;

/** Almost every line starts with this character, which shows that the line is not blank. */
const openingBrace = 0x7b;

export type TakeLine = (text: string, line: number) => void;

/** Splits chunks of any size into lines, numbered from 1. Buffers at most one line. */
export class TextLines {
  readonly #take: TakeLine;
  readonly #mostCharacters: number;
  #rest = "";
  #line = 0;

  constructor(take: TakeLine, mostCharacters = maxLineCharacters) {
    this.#take = take;
    this.#mostCharacters = mostCharacters;
  }

  push(chunk: string): void {
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      const tail = chunk.slice(start, end);
      this.#pass(this.#rest === "" ? tail : this.#rest + tail);
      this.#rest = "";
      start = end + 1;
    }
    this.#rest += chunk.slice(start);
    this.#refuseLong(this.#rest, this.#line + 1);
  }

  /** Treats the text after the last line break as a line. Called after the last chunk. */
  end(): void {
    if (this.#rest !== "") this.#pass(this.#rest);
    this.#rest = "";
  }

  #pass(text: string): void {
    this.#line += 1;
    this.#refuseLong(text, this.#line);
    const content = this.#line === 1 && text.startsWith("\uFEFF") ? text.slice(1) : text;
    if (content.charCodeAt(0) === openingBrace || content.trim() !== "") {
      this.#take(content, this.#line);
    }
  }

  #refuseLong(text: string, line: number): void {
    if (text.length <= this.#mostCharacters) return;
    throw new HistoryError(line, `longer than ${this.#mostCharacters} characters`);
  }
}
