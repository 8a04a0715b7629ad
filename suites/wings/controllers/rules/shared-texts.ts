/** Cache size. Paths and names are few, but may be generated endlessly. */
const most = 10_000;

/** Interns texts: paths and names are parsed with each event, and kept for each object. */
export class SharedTexts {
  readonly #known = new Map<string, string>();

  /** The cached equal text, if any. */
  same(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= most) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}
