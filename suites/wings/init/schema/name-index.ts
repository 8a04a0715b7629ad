/**
 * Finds names of kinds in names of fields. The time of `longestIn` depends on the lengths of the names, not on the
 * number of kinds, because a schema can have tens of thousands of kinds and fields.
 */
export class NameIndex {
  /** The names by their lowercase form. If several have the same form, the first one is used. */
  readonly #names = new Map<string, string>();
  readonly #lengths: readonly number[];

  /** `spoken` contains other names of the kinds, in lowercase. */
  constructor(names: Iterable<string>, spoken: Iterable<readonly [string, string]> = []) {
    for (const name of names) {
      const spelled = name.toLowerCase();
      if (!this.#names.has(spelled)) this.#names.set(spelled, name);
    }
    for (const [word, name] of spoken) if (!this.#names.has(word)) this.#names.set(word, name);
    const lengths = new Set([...this.#names.keys()].map(({ length }) => length));
    this.#lengths = [...lengths].toSorted((left, right) => right - left);
  }

  /** Returns the only name whose last word occurs in a field, such as `ChargingPad` for `removePad`. */
  byLastWord(field: string): string | undefined {
    const words = new Set(wordsOf(field));
    const found = [...new Set(this.#names.values())].filter((name) => {
      const own = wordsOf(name);
      const last = own.at(-1) ?? "";
      return own.length > 1 && last.length >= shortestWord && words.has(last);
    });
    const [only, ...others] = found;
    return others.length === 0 ? only : undefined;
  }

  get only(): string | undefined {
    const [only, ...others] = new Set(this.#names.values());
    return others.length === 0 ? only : undefined;
  }

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

const longestWord = 256;

/** Minimum length of a last word that identifies a kind, in characters. */
const shortestWord = 3;

/** Returns the words of a name in lowercase: `charging` and `pad` for `ChargingPad` or `charging_pad`. */
function wordsOf(name: string): readonly string[] {
  const found = name.slice(0, longestWord).match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{N}]+/gu);
  return (found ?? []).map((word) => word.toLowerCase());
}
