/**
 * Offsets of the second, third and fourth letter of a gram. They are far enough apart that words with a common prefix
 * rarely share a gram.
 */
const [second, third, fourth] = [3, 5, 7] as const;

/** Span of a gram. No form may be shorter than a gram. */
export const gramSpan = fourth + 1;

const hashBits = 16;

/**
 * Searches strings for any of several forms. Optimized for strings without a match: compares four letters at a time,
 * and skips as many positions as possible.
 */
export class NGramSearch {
  /** Contains 1 at the hash of each gram. Nearly every comparison ends with a lookup in this table. */
  readonly #hashes = new Uint8Array(1 << hashBits);
  readonly #places = new Map<number, Place[]>();
  readonly #step: number;

  /** Every form must have at least eight characters, the span of a gram. */
  constructor(forms: readonly string[]) {
    const shortest = Math.min(...forms.map(({ length }) => length));
    this.#step = shortest - gramSpan + 1;
    for (const form of forms) {
      // Indexes each form at each of its first N offsets, because a search only compares every N-th position of a
      // string.
      for (let at = 0; at < this.#step; at += 1) this.#add({ form, at });
    }
  }

  isIn(text: string): boolean {
    const last = text.length - gramSpan;
    for (let at = this.#step - 1; at <= last; at += this.#step) {
      const hash = hashAt(text, at);
      if (this.#hashes[hash] === 1 && this.#isAt(text, at, hash)) return true;
    }
    return false;
  }

  #isAt(text: string, at: number, hash: number): boolean {
    const places = this.#places.get(hash) ?? [];
    return places.some((place) => text.startsWith(place.form, at - place.at));
  }

  #add(place: Place): void {
    const hash = hashAt(place.form, place.at);
    this.#hashes[hash] = 1;
    this.#places.set(hash, [...(this.#places.get(hash) ?? []), place]);
  }
}

interface Place {
  readonly form: string;
  readonly at: number;
}

/** Hashes four letters. The hash has fewer bits than the letters, to keep the table small. */
function hashAt(text: string, at: number): number {
  const letters =
    text.charCodeAt(at) ^
    (text.charCodeAt(at + second) << 8) ^
    (text.charCodeAt(at + third) << 16) ^
    (text.charCodeAt(at + fourth) << 24);
  // Knuth's multiplicative hash: the highest bits of the product depend on every letter.
  return Math.imul(letters, 0x9e_37_79_b1) >>> (32 - hashBits);
}
