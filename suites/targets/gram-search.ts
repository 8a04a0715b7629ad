/** How many letters are looked at together. */
const gramLetters = 4;

const hashBits = 16;

/**
 * Tells quickly of nearly every text that it holds none of some forms: of the letters of the text it looks at
 * four in a row at a time, and skips as many as no form fits between. Says yes now and then where none is
 * there, and never no where one is.
 */
export class GramSearch {
  readonly #grams = new Uint8Array(1 << hashBits);
  readonly #step: number;

  /** Every form has at least four characters. */
  constructor(forms: readonly string[]) {
    const shortest = Math.min(...forms.map(({ length }) => length));
    this.#step = Math.max(1, shortest - gramLetters + 1);
    for (const form of forms) {
      for (let at = 0; at < this.#step; at += 1) this.#grams[hashAt(form, at)] = 1;
    }
  }

  /** Whether one of the forms may be in the text. */
  mayHold(text: string): boolean {
    const last = text.length - gramLetters;
    for (let at = this.#step - 1; at <= last; at += this.#step) {
      if (this.#grams[hashAt(text, at)] === 1) return true;
    }
    return false;
  }
}

/** Fewer bits than the letters have, so that a table of all is small. */
function hashAt(text: string, at: number): number {
  const letters =
    text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 8) ^
    (text.charCodeAt(at + 2) << 16) ^
    (text.charCodeAt(at + 3) << 24);
  // Knuth's multiplier: its product depends on every letter in the highest bits.
  return Math.imul(letters, 0x9e_37_79_b1) >>> (32 - hashBits);
}
