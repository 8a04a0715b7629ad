export class LineSplitter {
  readonly #decoder = new TextDecoder();
  #pending = "";

  /** Length of the unfinished line in characters. */
  get pendingLength(): number {
    return this.#pending.length;
  }

  /** Adds a chunk and returns the lines that end in it. Omits line breaks and empty lines. */
  push(bytes: Uint8Array): readonly string[] {
    const piece = this.#decoder.decode(bytes, { stream: true });
    if (!piece.includes("\n")) {
      // Joined only at the end of a line, because a long line arrives in many chunks.
      this.#pending += piece;
      return [];
    }
    const lines = (this.#pending + piece).split("\n");
    this.#pending = lines.pop() ?? "";
    return lines.map((line) => line.replace(/\r$/u, "")).filter((line) => line !== "");
  }
}
