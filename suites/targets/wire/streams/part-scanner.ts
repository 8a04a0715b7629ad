/**
 * Scans one part of a multipart reply for the end of its JSON object. Processes every character once, for chunks of any
 * size.
 */
export class PartScanner {
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

  /** The headers end with an empty line. */
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
