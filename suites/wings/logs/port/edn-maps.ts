/** Maximum length in characters. A longer map is not an operation. */
const maxCharacters = 20_000;

export interface EdnParts {
  readonly map: (text: string, line: number) => void;
  readonly other: (text: string, line: number) => void;
}

/** Tokens that change the nesting, and strings and characters that may contain braces. */
const token = /"(?:[^"\\]|\\[^])*"|\\.|;[^\n]*|[{}]|"/gu;

interface OpenMap {
  readonly text: string;
  readonly line: number;
  readonly depth: number;
  readonly read: number;
}

/**
 * Extracts maps from lines of EDN. A line may contain several maps, a map may span lines, and the maps may be in a
 * vector.
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

  /** Reports an incomplete map as other input. */
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
      // The token is only an opening quote, because the string continues on the next line.
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
      // Input after a map that spans lines starts on the current line.
      line = last.line;
    }
    const rest = text.slice(from);
    if (depth === 0) this.#outside(rest, last.line);
    else if (rest.length > maxCharacters) this.#parts.other(rest, line);
    else this.#open = { text: rest, line, depth, read: read - from };
  }

  #outside(text: string, line: number): void {
    const own = text.replace(/;.*$/u, "").replaceAll(/[\s,[\]()]/gu, "");
    if (own !== "") this.#parts.other(text, line);
  }
}
