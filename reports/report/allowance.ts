/** A number of bytes that may be used up, and no more. */
export class Allowance {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Takes the size of a text, if so much is left; tells whether it was. */
  take(text: string): boolean {
    const bytes = Buffer.byteLength(text);
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
