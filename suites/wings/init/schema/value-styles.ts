import type { JsonValue } from "#contract";
import { placeholdersIn } from "./example-values.ts";
import { instants, isTimeName } from "./value-formats.ts";

/**
 * The notations of generated strings, in the order in which they are tried, with the notation of generated samples
 * first. A letter distinguishes the samples.
 */
const styles: readonly ((member: string, letter: string) => string)[] = [
  (member, letter) => `${member}-${letter}`,
  (member, letter) => `${wordsOf(member).map(capitalized).join("")}${letter.toUpperCase()}`,
  (member, letter) => [...wordsOf(member), letter].join("_").toUpperCase(),
  (member, letter) => [...wordsOf(member), letter].join("-"),
  (member, letter) => [...wordsOf(member), letter].join("_"),
  (member, letter) => [...wordsOf(member), letter].join(""),
  (_, letter) => letter.toUpperCase(),
  (_, letter) => `${letter.toUpperCase()}10${letters.indexOf(letter) + 1}`,
  (_, letter) => letter,
  (_, letter) => String(letters.indexOf(letter) + 1),
];

const letters = "abc";

/** Larger numbers are not increased further. */
const largest = 1000;

const timeWord = /time|date|since|until/iu;

/** Matches messages about errors other than a wrong notation. */
const otherMistake =
  /required|missing|unknown|duplicate|unique|already|exist|immutable|read-?only|permi|forbid|version|conflict/iu;

/** Whether a message may reject the notation of a string, although it does not describe a permitted form. */
export function concernsNotation(text: string): boolean {
  return !otherMistake.test(text);
}

/**
 * Returns generated strings in the next notation: `code-a` becomes `CodeA`. A scalar of unknown format becomes a time,
 * and a time becomes an integer. A fraction above 1 becomes a share, such as a probability, and then an integer. Other
 * numbers become ten times as large. Lists are changed item by item. Undefined if a value was not generated, or has the
 * last notation.
 *
 * @param member The name of the field that contains the value.
 */
export function inNextStyle(member: string, value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue) => inNextStyle(member, item));
    return items.every((item) => item !== undefined) && items.length > 0 ? items : undefined;
  }
  if (typeof value === "number") return inNextSize(value);
  if (typeof value === "string" && placeholdersIn(value).length > 0) {
    return instants[letters.indexOf(value.slice(-1))];
  }
  const instant = instants.findIndex((one) => one === value);
  // A field that is named like a time may just need another precision, which a later test determines.
  const isTime = isTimeName(member) || timeWord.test(member);
  if (instant >= 0) return isTime ? undefined : instant + 1;
  for (const letter of letters) {
    // For a name of one word, several notations are the same.
    const forms = [...new Set(styles.map((style) => style(member, letter)))];
    const index = forms.findIndex((form) => form === value);
    if (index >= 0) return forms[index + 1];
  }
  return undefined;
}

/** `1.5` becomes 0.15, 15, 150 and 1500. */
function inNextSize(value: number): number | undefined {
  if (value <= 0 || value >= largest) return undefined;
  if (Number.isInteger(value)) return value * 10;
  return value > 1 ? value / 10 : Math.round(value * 100);
}

/** Returns the words of a name in any notation, in lowercase. */
export function wordsOf(name: string): readonly string[] {
  return name
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
