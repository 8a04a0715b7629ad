/**
 * Follows one part of a multipart reply, from behind its boundary, and notices when the object of JSON in it
 * has been closed. It looks at every character once, however small the pieces.
 */
export class PartScanner {
  /** Characters of the line that is under way, while the headers are read. Absent: the body is. */
  #lineLength: number | undefined = 1;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isClosed = false;

  /** Takes one more piece. True where the object is closed by now, and nothing else than white space followed. */
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
