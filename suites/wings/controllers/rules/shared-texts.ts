/** How many texts are known at a time. Paths and names are few, but may be made up without end. */
const most = 10_000;

/**
 * Gives one text for all that are equal: paths and names are read anew with each event, and kept for each
 * object.
 */
export class SharedTexts {
  readonly #known = new Map<string, string>();

  /** The first text that was equal to this one, as far as it is still known. */
  same(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= most) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}
