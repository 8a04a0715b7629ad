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

/** Returns the next name for an object of a kind. */
export type NextName = (kind?: string) => string;

/**
 * Generates the names of a run's objects. They look like names that people and programs choose, in several forms, so
 * that a server cannot behave correctly only for the suite. Unless a kind is limited to other forms, all names are DNS
 * labels with at most 40 characters after the prefix, start with a letter, and contain at least 48 random bits.
 */
export class FixtureNames {
  readonly #options: FixtureNamesOptions;
  readonly #formsByKind = new Map<string, readonly NameStyle[]>();
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
    return (kind = "") => {
      const styles = this.#formsByKind.get(kind) ?? usualStyles;
      return this.#next(random, styles[random.below(styles.length)] ?? "syllables");
    };
  }

  /** A series of names of one form. */
  ofStyle(style: NameStyle): NextName {
    const random = randomFor(this.#options.seed, `names of form ${style}`);
    return () => this.#next(random, style);
  }

  /** Limits the names of a kind to the forms that its endpoint accepts. */
  limit(kind: string, styles: readonly NameStyle[]): void {
    if (styles.length > 0) this.#formsByKind.set(kind, styles);
  }

  #next(random: Random, style: NameStyle): string {
    const words = [nounOf(random), nounOf(random)] as const;
    this.#drawn += 1;
    const { seed, run, prefix = "" } = this.#options;
    const digest = createHash("sha256").update(`${seed}\n${run}\n${this.#drawn}`).digest("hex");
    return `${prefix}${forms[style](new Digits(BigInt(`0x${digest}`)), words)}`;
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
const letters = "abcdefghijklmnopqrstuvwxyz";
/** Letters and digits that spell no words and are not easily confused. */
const unmistakable = "bcdfghjklmnpqrstvwxz2456789";

/** Words of letters only: `lotavi-nuseka-mopira`. Each syllable contains 6.1 bits. */
const syllables: Form = (digits) =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 3 }, () => digits.take(consonants, 1) + digits.take(vowels, 1)).join(""),
  ).join("-");

/** Maximum length of a name after the prefix. */
const longest = 40;

const forms = {
  syllables,
  "three parts": (digits, [noun]) =>
    `${noun}-${digits.take(unmistakable, 10)}-${digits.take(unmistakable, 5)}`,
  hexadecimal: (digits) => digits.take("abcdef", 1) + digits.take(hexadecimal, 15),
  "word and digits": (digits, [noun]) => noun + digits.take(decimal + consonants, 11),
  "two words": (digits, [one, other]) => `${one}-${other}-${digits.take(decimal, 15)}`,
  sentence: (digits, [one, other]) => `${one}-for-${other}-in-${digits.take(unmistakable, 11)}`,
  hardest: (digits, [one, other]) => {
    const start = `${one}-${digits.take(decimal, 1)}-for-${other}-in-`;
    return start + digits.take(unmistakable, longest - start.length);
  },
  letters: (digits) => digits.take(letters, 11),
  brief: (digits) => digits.take(letters, 1) + digits.take(letters + decimal, 7),
  capitals: (digits) => digits.take(letters, 11).toUpperCase(),
  "brief capitals": (digits) =>
    (digits.take(letters, 1) + digits.take(letters + decimal, 7)).toUpperCase(),
} satisfies Readonly<Record<string, Form>>;

/** A form of names. */
export type NameStyle = keyof typeof forms;

const usualStyles = [
  "syllables",
  "three parts",
  "hexadecimal",
  "word and digits",
  "two words",
  "sentence",
] as const satisfies readonly NameStyle[];

/** The form with the most characters of the most sorts: an endpoint that accepts it accepts all usual forms. */
export const hardestStyle: NameStyle = "hardest";

/** Forms to try if an endpoint rejects the hardest one, in groups: the first group with an accepted form is used. */
export const otherStyles: readonly (readonly NameStyle[])[] = [
  [...usualStyles, "letters"],
  ["brief", "capitals"],
  ["brief capitals"],
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
