/**
 * Scans one part of a multipart response for the end of its JSON object. Processes every character once, for chunks of
 * any size.
 */
class PartScanner {
  /** Length of the current header line. Absent in the body. */
  #lineLength: number | undefined = 1;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isClosed = false;

  /** Adds a chunk. Returns whether the object is complete, followed only by white space. */
  push(piece: string): boolean {
    for (const character of piece) {
      if (this.#lineLength === undefined) this.#body(character);
      else this.#head(character);
    }
    return this.#isClosed;
  }

  /** Scans one character of the headers. They end with an empty line. */
  #head(character: string): void {
    if (character !== "\n") {
      if (character !== "\r") this.#lineLength = (this.#lineLength ?? 0) + 1;
      return;
    }
    this.#lineLength = this.#lineLength === 0 ? undefined : 0;
  }

  #body(character: string): void {
    if (this.#isInText) return this.#text(character);
    switch (character) {
      case '"':
        this.#isInText = true;
        break;
      case "{":
      case "[":
        this.#depth += 1;
        break;
      case "}":
      case "]":
        this.#depth -= 1;
        this.#isClosed = this.#depth === 0;
        return;
    }
    if (character.trim() !== "") this.#isClosed = false;
  }

  #text(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === "\\") this.#isEscaped = true;
    else if (character === '"') this.#isInText = false;
  }
}

/**
 * Parses a multipart body from chunks of any size. A part counts as soon as it is complete JSON, because some servers
 * send the boundary only with the next part. Received data is scanned only once: scanning it again with every chunk
 * would take quadratic time for a large part in small chunks.
 */
export class MultipartParser {
  readonly #boundary: string;
  #pieces: string[] = ["\r\n"];
  #length = "\r\n".length;
  /** The last received characters. A boundary may have started in them. */
  #tail = "\r\n";
  /** Absent before the first boundary, and if the current part needs no more scanning. */
  #scanner: PartScanner | undefined;
  #isInPart = false;
  #isTaken = false;
  #isComplete = false;

  /** `boundary` as in the content type. */
  constructor(boundary: string) {
    this.#boundary = `\n--${boundary}`;
  }

  /** Whether the last boundary was received. Anything after it is ignored. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Number of received characters of the incomplete part. */
  get pendingLength(): number {
    return this.#length;
  }

  push(piece: string): readonly string[] {
    if (this.#isComplete) return [];
    const tail = this.#tail + piece;
    this.#keep(piece);
    if (this.#placeIn(tail) === undefined) return this.#early(piece);
    const parts = this.#cut();
    return this.#isComplete ? parts : [...parts, ...this.#early(this.#pieces.join(""))];
  }

  #early(piece: string): readonly string[] {
    if (this.#scanner?.push(piece) !== true) return [];
    const body = bodyOf(this.#pieces.join(""));
    // The part is not scanned again, even if its content is not JSON.
    this.#scanner = undefined;
    if (body === undefined || !isJson(body)) return [];
    this.#isTaken = true;
    return [body];
  }

  /** Returns the parts that end with a boundary. Buffers an incomplete last part. */
  #cut(): readonly string[] {
    const parts: string[] = [];
    let rest = this.#pieces.join("");
    for (;;) {
      const end = this.#placeIn(rest);
      if (end === undefined) break;
      if (this.#isInPart && !this.#isTaken) parts.push(bodyOf(rest.slice(0, end)) ?? "");
      const behind = end + this.#boundary.length;
      this.#isInPart = true;
      this.#isTaken = false;
      this.#isComplete = rest.startsWith("--", behind);
      rest = this.#isComplete ? "" : rest.slice(behind);
    }
    this.#pieces = [];
    this.#length = 0;
    this.#tail = "";
    this.#keep(rest);
    this.#scanner = new PartScanner();
    return parts;
  }

  /**
   * Returns the position of a boundary. The boundary must be complete, because its suffix shows whether it is the last
   * boundary.
   */
  #placeIn(text: string): number | undefined {
    const place = text.indexOf(this.#boundary);
    return place < 0 || text.length < place + this.#boundary.length + 2 ? undefined : place;
  }

  #keep(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    this.#tail = (this.#tail + piece).slice(-(this.#boundary.length + 2));
  }
}

/** Returns the body of a part. An empty line separates the body from the headers. */
function bodyOf(part: string): string | undefined {
  const head = /^[^\S\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n/u.exec(part)?.[0];
  return head === undefined ? undefined : part.slice(head.length).trim();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
