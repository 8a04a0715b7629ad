export class ByteBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Reserves the size of a string. Returns whether the string fits. */
  take(text: string): boolean {
    const bytes = Buffer.byteLength(text);
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
