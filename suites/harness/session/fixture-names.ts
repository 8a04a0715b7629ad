import { createHash } from "node:crypto";
import { randomFor } from "./random.ts";
import type { Random } from "./random.ts";

export interface FixtureNamesOptions {
  /** Determines the forms of the names, so that they can be reproduced. */
  readonly seed: number;
  /** Unique to the run: determines the letters and digits, so that no two runs share a name. */
  readonly run: string;
  /** Prefix of all names, at most 20 characters. None by default, so that servers cannot recognize the names. */
  readonly prefix?: string;
}

export type NextName = () => string;

/**
 * Generates the names of a run's objects. They look like names that people and programs choose, in several forms, so
 * that a server cannot behave correctly only for the suite. All names are DNS labels with at most 40 characters after
 * the prefix, start with a letter, and contain at least 48 random bits.
 */
export class FixtureNames {
  readonly #options: FixtureNamesOptions;
  #drawn = 0;

  constructor(options: FixtureNamesOptions) {
    this.#options = options;
  }

  /**
   * Names for one owner, for instance a case. The forms of a series depend only on the seed and the owner: a retried
   * case gets different names of the same forms.
   */
  series(owner: string): NextName {
    const random = randomFor(this.#options.seed, `names of ${owner}`);
    return () => this.#next(random);
  }

  #next(random: Random): string {
    const form = forms[random.below(forms.length)] ?? syllables;
    const words = [nounOf(random), nounOf(random)] as const;
    this.#drawn += 1;
    const { seed, run, prefix = "" } = this.#options;
    const digest = createHash("sha256").update(`${seed}\n${run}\n${this.#drawn}`).digest("hex");
    return `${prefix}${form(new Digits(BigInt(`0x${digest}`)), words)}`;
  }
}

type Form = (digits: Digits, words: readonly [string, string]) => string;

/** Supplies the digits of a number in any alphabet, starting with the least significant one. */
class Digits {
  #left: bigint;

  constructor(number: bigint) {
    this.#left = number;
  }

  take(alphabet: string, length: number): string {
    const base = BigInt(alphabet.length);
    return Array.from({ length }, () => {
      const digit = Number(this.#left % base);
      this.#left /= base;
      return alphabet.charAt(digit);
    }).join("");
  }
}

const hexadecimal = "0123456789abcdef";
const consonants = "bdfgklmnprstvz";
const vowels = "aeiou";
const decimal = "0123456789";
/** Letters and digits that spell no words and are not easily confused. */
const unmistakable = "bcdfghjklmnpqrstvwxz2456789";

/** Words of letters only: `lotavi-nuseka-mopira`. Each syllable contains 6.1 bits. */
const syllables: Form = (digits) =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 3 }, () => digits.take(consonants, 1) + digits.take(vowels, 1)).join(""),
  ).join("-");

const forms: readonly Form[] = [
  syllables,
  (digits, [noun]) => `${noun}-${digits.take(unmistakable, 10)}-${digits.take(unmistakable, 5)}`,
  (digits) => digits.take("abcdef", 1) + digits.take(hexadecimal, 15),
  (digits, [noun]) => noun + digits.take(decimal + consonants, 11),
  (digits, [one, other]) => `${one}-${other}-${digits.take(decimal, 15)}`,
  (digits, [one, other]) => `${one}-for-${other}-in-${digits.take(unmistakable, 11)}`,
];

const nouns = [
  "billing",
  "cache",
  "catalog",
  "checkout",
  "edge",
  "gateway",
  "ledger",
  "mail",
  "orders",
  "payments",
  "queue",
  "search",
  "sessions",
  "stock",
  "web",
  "worker",
] as const;

function nounOf(random: Random): string {
  return nouns[random.below(nouns.length)] ?? nouns[0];
}
