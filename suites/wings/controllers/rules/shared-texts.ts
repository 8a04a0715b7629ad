/** Maximum number of cached strings. Paths and names are usually few, but clients may generate them without limit. */
const most = 10_000;

/** Interns strings: paths and names are parsed from each event, and kept for each object. */
export class SharedTexts {
  readonly #known = new Map<string, string>();

  same(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= most) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}
