/** Cuts a stream of bytes into its lines, whatever the pieces in which it comes. */
export class LineSplitter {
  readonly #decoder = new TextDecoder();
  #pending = "";

  /** How much of an unfinished line is kept, in characters. */
  get pendingLength(): number {
    return this.#pending.length;
  }

  /** Takes one piece and gives the lines that end in it, without their ends and without empty ones. */
  push(bytes: Uint8Array): readonly string[] {
    const piece = this.#decoder.decode(bytes, { stream: true });
    if (!piece.includes("\n")) {
      // Looked at once, when its end is there: a long line comes in many pieces.
      this.#pending += piece;
      return [];
    }
    const lines = (this.#pending + piece).split("\n");
    this.#pending = lines.pop() ?? "";
    return lines.map((line) => line.replace(/\r$/u, "")).filter((line) => line !== "");
  }
}
