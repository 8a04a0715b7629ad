/**
 * Names of kinds, to be found in the names of fields. Takes time in proportion to the text that is searched, however
 * many names there are: a schema can have tens of thousands of both.
 */
export class NameIndex {
  /** The names by their lower-case spelling; of those that are spelled alike, the first. */
  readonly #names = new Map<string, string>();
  /** The lengths of those spellings, longest first. */
  readonly #lengths: readonly number[];

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const spelled = name.toLowerCase();
      if (!this.#names.has(spelled)) this.#names.set(spelled, name);
    }
    const lengths = new Set([...this.#names.keys()].map(({ length }) => length));
    this.#lengths = [...lengths].toSorted((left, right) => right - left);
  }

  /** The name whose last word a field has among its own, where that is the last word of no other: `removePad` of a `ChargingPad`. */
  byLastWord(field: string): string | undefined {
    const words = new Set(wordsOf(field));
    const found = [...this.#names.values()].filter((name) => {
      const own = wordsOf(name);
      const last = own.at(-1) ?? "";
      return own.length > 1 && last.length >= shortestWord && words.has(last);
    });
    const [only, ...others] = found;
    return others.length === 0 ? only : undefined;
  }

  /** The only name that there is. Undefined where there are none or several. */
  get only(): string | undefined {
    return this.#names.size === 1 ? [...this.#names.values()][0] : undefined;
  }

  /** The longest name that the name of a field contains. */
  longestIn(field: string): string | undefined {
    const word = field.replaceAll("_", "").toLowerCase().slice(0, longestWord);
    for (const length of this.#lengths) {
      for (let start = 0; start + length <= word.length; start += 1) {
        const found = this.#names.get(word.slice(start, start + length));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
}

/** How much of the name of a field is searched, in characters. */
const longestWord = 256;

/** The shortest word that a kind can be called by alone. */
const shortestWord = 3;

/** The words of a name, in small letters: `charging` and `pad` of `ChargingPad` or `charging_pad`. */
function wordsOf(name: string): readonly string[] {
  const found = name.slice(0, longestWord).match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{N}]+/gu);
  return (found ?? []).map((word) => word.toLowerCase());
}
