/** Which letters are looked at together: four, as far apart as that hardly a word is taken for another that starts like it. */
const [second, third, fourth] = [3, 5, 7] as const;

/** How many letters they span. No form may be shorter. */
export const gramSpan = fourth + 1;

const hashBits = 16;

/**
 * Looks for any of some forms in texts that hardly ever hold one: at four letters of the text at a time, and
 * skips as many as no form fits between.
 */
export class GramSearch {
  /** One for each hash that some place has: nearly every look ends here. */
  readonly #hashes = new Uint8Array(1 << hashBits);
  readonly #places = new Map<number, Place[]>();
  readonly #step: number;

  /** Every form has at least as many characters as a gram spans: eight. */
  constructor(forms: readonly string[]) {
    const shortest = Math.min(...forms.map(({ length }) => length));
    this.#step = shortest - gramSpan + 1;
    for (const form of forms) {
      // Any places in a row will do, for one of them is looked at.
      for (let at = 0; at < this.#step; at += 1) this.#add({ form, at });
    }
  }

  /** Whether one of the forms is in the text. */
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

/** Where in a form a gram starts. */
interface Place {
  readonly form: string;
  readonly at: number;
}

/** Fewer bits than the letters have, so that a table of all is small. */
function hashAt(text: string, at: number): number {
  const letters =
    text.charCodeAt(at) ^
    (text.charCodeAt(at + second) << 8) ^
    (text.charCodeAt(at + third) << 16) ^
    (text.charCodeAt(at + fourth) << 24);
  // Knuth's multiplier: its product depends on every letter in the highest bits.
  return Math.imul(letters, 0x9e_37_79_b1) >>> (32 - hashBits);
}
