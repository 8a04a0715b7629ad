import { sample, stringMatching } from "fast-check";
import { foreignPatternFits } from "./foreign-pattern.ts";

/**
 * Compiles a pattern to a JavaScript RegExp that only generates strings, and never matches them. Undefined if the
 * pattern cannot be converted.
 */
function compiled(pattern: string): RegExp | undefined {
  const { source, isCaseless } = translated(pattern);
  for (const flags of ["u", ""]) {
    try {
      // The pattern is only parsed, never executed.
      // oxlint-disable-next-line require-unicode-regexp -- a pattern may escape what needs no escape
      return new RegExp(source, `${flags}${isCaseless ? "i" : ""}`);
    } catch {
      // Try the next, more permissive set of flags.
    }
  }
  return undefined;
}

function translated(pattern: string): { readonly source: string; readonly isCaseless: boolean } {
  const isCaseless = pattern.includes("(?i)");
  const source = pattern
    .replaceAll(/\\Q(.*?)(?:\\E|$)/gsu, (_whole, literal: string) => escaped(literal))
    // Flags only allow additional strings, so a string that matches without flags also matches with them.
    .replaceAll(/\(\?[imsU-]+\)/gu, "")
    .replaceAll(/\(\?[imsU-]+:/gu, "(?:")
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\\([pP])([A-Z])(?!\{)/gu, "\\$1{$2}")
    .replaceAll(/\\A/gu, "^")
    .replaceAll(/\\[zZ]/gu, "$")
    .replaceAll(/\[:(\w+):\]/gu, (whole, name: string) => classes[name] ?? whole)
    .replaceAll(/\[(?:\\.|[^\]\\])*\]|\\p\{\w+\}/gu, (part) =>
      part.startsWith("[") ? inAscii(part) : `[${inAscii(part)}]`,
    );
  return { source, isCaseless };
}

function inAscii(part: string): string {
  return part.replaceAll(/\\p\{(\w+)\}/gu, (whole, name: string) => categories[name] ?? whole);
}

const categories: Readonly<Record<string, string>> = {
  L: "a-zA-Z",
  Lu: "A-Z",
  Ll: "a-z",
  N: "0-9",
  Nd: "0-9",
  P: "_-",
};

function escaped(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}

const classes: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  alnum: "a-zA-Z0-9",
  digit: "0-9",
  lower: "a-z",
  upper: "A-Z",
  space: "\\s",
  word: "\\w",
  xdigit: "0-9a-fA-F",
};

export function matches(text: string, pattern: string): boolean {
  return foreignPatternFits(pattern, text);
}

const tries = 60;

/** Maximum lengths to try, shortest first. Names of cloud resources have fixed parts that are longer than 20. */
const lengthsTried = [20, 80, 320] as const;

/** Generates strings that match a pattern, deterministically. Empty if the pattern cannot be parsed. */
export function textsFollowing(pattern: string): readonly string[] {
  const expression = compiled(pattern);
  if (expression === undefined) return [];
  for (const maxLength of lengthsTried) {
    const made = sampled(expression, maxLength).filter((text) => matches(text, pattern));
    if (made.length > 0) return made;
  }
  return [];
}

/** An unbounded quantifier of a character or of a class. */
const unbounded = /(?:\[(?:\\.|[^\]\\])*\]|\\.|[^\\[\](){}|^$*+?])(\+|\*|\{\d+,\})/gu;

/** Maximum number of characters of a long string that do not belong to the repeated part. */
const mostFixed = 12;

/**
 * Generates strings with a minimum length that match a pattern, by repeating one of its parts. Random strings of a
 * pattern are mostly short.
 */
export function longTextsFollowing(pattern: string, minLength: number): readonly string[] {
  for (const found of [...pattern.matchAll(unbounded)].toReversed()) {
    const [whole, quantifier = ""] = found;
    const at = found.index + whole.length - quantifier.length;
    for (let count = minLength; count >= Math.max(1, minLength - mostFixed); count -= 1) {
      const counted = `${pattern.slice(0, at)}{${count}}${pattern.slice(at + quantifier.length)}`;
      const made = textsFollowing(counted).filter(
        (text) => text.length === minLength && matches(text, pattern),
      );
      if (made.length > 0) return made;
    }
  }
  return [];
}

/** Generates strings up to a length. Empty if all strings of the pattern are longer, or if it is not supported. */
function sampled({ source, flags }: RegExp, maxLength: number): readonly string[] {
  try {
    const whole = new RegExp(anchored(readable(source)), flags);
    const made = sample(stringMatching(whole, { maxLength }), { numRuns: tries, seed: 1 });
    return [...new Set(made.map(printable))];
  } catch {
    return [];
  }
}

/** Converts a pattern so that it matches whole strings. Without anchors, any characters may surround a match. */
function anchored(source: string): string {
  const start = source.startsWith("^") ? "" : "^";
  const end = source.endsWith("$") && !source.endsWith("\\$") ? "" : "$";
  return source.includes("|") && (start !== "" || end !== "")
    ? `^(?:${source})$`
    : `${start}${source}${end}`;
}

function readable(source: string): string {
  return source.replaceAll(/(?<!\\)\.(?![^[]*\])/gu, "[a-z]").replaceAll("\\S", "[a-z]");
}

function printable(text: string): string {
  return text.replaceAll(/[^\u0020-\u007E]/gu, "x");
}
