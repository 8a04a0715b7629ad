import type { JsonValue } from "#contract";

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
  (_, letter) => letter,
  (_, letter) => String(letters.indexOf(letter) + 1),
];

const letters = "abc";

/** Matches messages that reject the form of a value without describing the permitted form. */
const formal =
  /malformed|\b(?:in)?valid\b|format|pattern|match|illegal|character|letter|alphanumeric|whitespace|hyphen|dash|\b(?:bad|wrong|only|must|too long|length|shorter|at most)\b/iu;

/** Matches messages about other mistakes. */
const other =
  /required|missing|unknown|duplicate|unique|already|exist|immutable|read-?only|permi|forbid|version|conflict/iu;

/** Whether a message may reject the notation of a string. */
export function concernsNotation(text: string): boolean {
  return formal.test(text) && !other.test(text);
}

/**
 * Returns generated strings in the next notation: `code-a` becomes `CodeA`. Lists are changed item by item. Undefined if
 * a value was not generated, or has the last notation.
 *
 * @param member The name of the field that contains the value.
 */
export function inNextStyle(member: string, value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue) => inNextStyle(member, item));
    return items.every((item) => item !== undefined) && items.length > 0 ? items : undefined;
  }
  for (const [index, style] of styles.entries()) {
    const letter = [...letters].find((one) => style(member, one) === value);
    const next = styles.slice(index + 1).find((one) => letter && one(member, letter) !== value);
    if (letter !== undefined && next !== undefined) return next(member, letter);
  }
  return undefined;
}

function wordsOf(name: string): readonly string[] {
  return name
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
