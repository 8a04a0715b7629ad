import { createHash } from "node:crypto";
import { randomFor } from "./random.ts";
import type { Random } from "./random.ts";

/** What the names of a run depend on. */
export interface FixtureNamesOptions {
  /** Decides which forms the names have, so that a run can be repeated. */
  readonly seed: number;
  /** Unique to the run: decides their letters and digits, so that no two runs have a name in common. */
  readonly run: string;
  /** What all names start with, at most 20 characters. Absent: nothing, so that no server can tell them from others. */
  readonly prefix?: string;
}

/** Gives the next name of a series. */
export type NextName = () => string;

/**
 * Draws the names of what a run creates. They look like those that people and programs give, in several
 * forms, so that a server cannot answer rightly for the suite alone. All are labels of DNS with at most
 * 40 characters after the prefix, start with a letter, and hold at least 48 random bits.
 */
export class FixtureNames {
  readonly #options: FixtureNamesOptions;
  #drawn = 0;

  constructor(options: FixtureNamesOptions) {
    this.#options = options;
  }

  /**
   * Names for one owner, a case for instance. The forms of a series depend on the seed and the owner alone:
   * a case that is checked again meets the same forms under other names.
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

/** Spends the bits of a number, a character at a time. */
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
/** Letters and digits that make no words and are not taken for one another. */
const unmistakable = "bcdfghjklmnpqrstvwxz2456789";

/** Letters alone: `lotavi-nuseka-mopira`. Each syllable has 6.1 bits. */
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

/** At most eight letters each. */
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
