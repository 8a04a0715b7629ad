/** The longest map that is waited for, in characters: what is open for longer is no operation. */
const mostCharacters = 20_000;

/** Receives a map, or other text between maps, with the number of its first line. */
export interface EdnParts {
  readonly map: (text: string, line: number) => void;
  readonly other: (text: string, line: number) => void;
}

/** What changes the nesting, and texts and characters in which a brace is none. */
const token = /"(?:[^"\\]|\\[^])*"|\\.|;[^\n]*|[{}]|"/gu;

/** A map whose end has not been seen. */
interface OpenMap {
  readonly text: string;
  readonly line: number;
  readonly depth: number;
  /** Up to where it has been read. */
  readonly read: number;
}

/**
 * Cuts the maps out of lines of EDN: one per line, several in a line, or one over many lines, with or without a
 * vector around all of them.
 */
export class EdnMaps {
  readonly #parts: EdnParts;
  #open: OpenMap | undefined;

  constructor(parts: EdnParts) {
    this.#parts = parts;
  }

  take(text: string, line: number): void {
    const open = this.#open ?? { text: "", line, depth: 0, read: 0 };
    this.#open = undefined;
    this.#cut(open, { text, line });
  }

  /** Passes on what is still open. */
  end(): void {
    if (this.#open !== undefined) this.#parts.other(this.#open.text, this.#open.line);
    this.#open = undefined;
  }

  #cut(open: OpenMap, last: { readonly text: string; readonly line: number }): void {
    const text = open.depth === 0 ? last.text : `${open.text}\n${last.text}`;
    let { depth, read, line } = open;
    let from = 0;
    token.lastIndex = read;
    for (let found = token.exec(text); found !== null; found = token.exec(text)) {
      // A text that does not end in this line.
      if (found[0] === '"') break;
      read = token.lastIndex;
      if (found[0] === "{" && depth === 0) {
        this.#outside(text.slice(from, found.index).replace(/#[\w./-]+\s*$/u, ""), line);
        from = found.index;
      }
      depth += found[0] === "{" ? 1 : found[0] === "}" && depth > 0 ? -1 : 0;
      if (found[0] !== "}" || depth > 0 || text[from] !== "{") continue;
      this.#parts.map(text.slice(from, read), line);
      from = read;
      // Maps that follow begin in the last line: those before it were complete when it was taken.
      line = last.line;
    }
    const rest = text.slice(from);
    if (depth === 0) this.#outside(rest, last.line);
    else if (rest.length > mostCharacters) this.#parts.other(rest, line);
    else this.#open = { text: rest, line, depth, read: read - from };
  }

  #outside(text: string, line: number): void {
    const own = text.replace(/;.*$/u, "").replaceAll(/[\s,[\]()]/gu, "");
    if (own !== "") this.#parts.other(text, line);
  }
}
