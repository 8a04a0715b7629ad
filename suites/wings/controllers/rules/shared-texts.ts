/** Maximum number of cached texts. Paths and names are usually few, but clients may generate them without limit. */
const most = 10_000;

/** Interns texts: paths and names are parsed with each event, and kept for each object. */
export class SharedTexts {
  readonly #known = new Map<string, string>();

  /** The cached text that equals the given text. Otherwise caches and returns the given text. */
  same(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= most) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}
