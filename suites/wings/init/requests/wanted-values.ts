import type { JsonValue } from "#contract";
import { foreignPatternFits, textsFollowing } from "#targets";
import { exampleValues } from "../schema/example-values.ts";
import { quotationsIn } from "./quotations.ts";
import { formatIn, formats, formatWordIn, letteredIn } from "../schema/value-formats.ts";

export function ofForm(text: string, name: string): readonly JsonValue[] {
  return (
    wordsIn(text) ??
    typeIn(text) ??
    letteredIn(text) ??
    formatIn(text) ??
    ["a", "b", "c"].map((letter) => `${name}-${letter}`)
  );
}

const typeWord =
  /(?:must be|should be|expect(?:ed|s)|is not|of type|type:?|values are|values must be|map of)\s+(?:an?\s+|of type\s+)?["'`]?(?:integer|int|number|numeric|float|double|decimal|bool|array|list)/iu;

function typeIn(text: string): readonly JsonValue[] | undefined {
  if (/\b(?:integers?|ints?|numbers?|numeric|count)\b/iu.test(text))
    return numbersIn(text) ?? [1, 2, 3];
  if (/\b(?:floats?|decimals?|doubles?)\b/iu.test(text)) return [1.5, 2.5, 3.5];
  if (/\bbool(?:ean)?s?\b/iu.test(text)) return [true, false, true];
  if (/\b(?:array|list)\b/iu.test(text)) return [["a", "b"], ["c"], ["a", "d"]];
  return undefined;
}

export function wantedIn(
  text: string,
  before: JsonValue | undefined,
): readonly JsonValue[] | undefined {
  const single: JsonValue | undefined = Array.isArray(before) ? before[0] : before;
  const isNumber = typeof single === "number";
  if (isNumber && !/\b(?:string|text|bool(?:ean)?|array|list)\b/iu.test(text)) {
    return numbersIn(text);
  }
  const alike = exampleValues(text);
  if (isNumber && alike !== undefined) return alike;
  const typed = isNumber || typeWord.test(text) ? typeIn(text) : undefined;
  if (typed !== undefined) return typed;
  if (isNumber) return ["a", "b", "c"];
  return wordsIn(text) ?? alike ?? letteredIn(text) ?? formatWordIn(text) ?? patternIn(text);
}

function numbersIn(text: string): readonly number[] | undefined {
  // A number inside a word is part of a name, an id or a time.
  const between =
    /between\s+(-?\d+)\s+and\s+(-?\d+)|(?<![\w:-])(-?\d+)\s*(?:\.\.|to|-|–)\s*(-?\d+)(?![\w:-])/iu.exec(
      text,
    );
  const [, a, b, c, d] = between ?? [];
  const [low, high] = [a ?? c, b ?? d];
  if (low !== undefined && high !== undefined && Number(low) < Number(high)) {
    return spread(Number(low), Number(high));
  }
  for (const [sign, valuesFrom] of bounds) {
    const bound = sign.exec(text)?.[1];
    if (bound !== undefined) return valuesFrom(Number(bound));
  }
  const signed = signs.find(([sign]) => sign.test(text))?.[1];
  if (signed !== undefined) return signed;
  const multiple = /multiple of\s+(\d+)/iu.exec(text)?.[1];
  return multiple === undefined ? undefined : [1, 2, 3].map((factor) => factor * Number(multiple));
}

/** Returns up to three numbers that do not exceed a bound, preferably not negative ones. */
function upTo(most: number): readonly number[] {
  return spread(most >= 2 ? Math.max(0, most - 2) : most - 2, most);
}

/** Patterns for messages about a bound, with numbers that satisfy it. A negated bound must precede the plain one. */
const bounds: readonly (readonly [RegExp, (bound: number) => readonly number[]])[] = [
  [
    /(?:at least|minimum(?: of| is)?|\bmin\b|>=|≥|(?:not|no|never) (?:be )?(?:less|lower|smaller|below|under)(?: than)?|(?:greater|more) than or equal(?: to)?)\D{0,4}?(-?\d+)/iu,
    (bound) => spread(bound, bound + 2),
  ],
  [
    /(?:at most|maximum(?: of| is)?|\bmax\b|<=|≤|up to|(?:not|no|never) (?:be )?(?:more|greater|higher|larger|above|over|exceed)(?: than)?|less than or equal(?: to)?|lower than or equal(?: to)?)\D{0,4}?(-?\d+)/iu,
    upTo,
  ],
  [/(?:exceeds|limit)\D{0,20}?(-?\d+)/iu, upTo],
  [/(?:greater than|more than|above|over|>)\s*(-?\d+)/iu, (bound) => spread(bound + 1, bound + 3)],
  [/(?:less than|lower than|smaller than|below|under|<)\s*(-?\d+)/iu, (bound) => upTo(bound - 1)],
];

/** Patterns for messages about the sign of a number. */
const signs: readonly (readonly [RegExp, readonly number[]])[] = [
  [/not an? negative/iu, [-3, -2, -1]],
  [/(?:not|never|cannot) (?:be )?negative|non-?negative/iu, [0, 1, 2]],
  [/(?:not|never|cannot) (?:be )?positive|non-?positive/iu, [-2, -1, 0]],
  [/(?:must|should|has to) be negative/iu, [-3, -2, -1]],
  [/positive/iu, [1, 2, 3]],
];

function spread(low: number, high: number): readonly number[] {
  return [low, low + Math.max(1, Math.floor((high - low) / 2)), high].filter(
    (value, index, all) => value <= high && all.indexOf(value) === index,
  );
}

/** Matches a type name at the start of a list: `Expected type 'Span'.` A type name is not a permitted value. */
const typeName = /^type ["'`]?[\w[\]!]+["'`]?[.,;:]?\s*/iu;

function wordsIn(text: string): readonly string[] | undefined {
  const words = listedIn(text);
  return words !== undefined && words.length > 1 ? words : undefined;
}

/** Returns the values that a message lists: after "one of", in brackets, or in quotes. */
export function listedIn(text: string): readonly string[] | undefined {
  const after =
    /(?:\b(?:one of|either|allowed(?: values)?(?: are)?|valid values?(?: are)?|expected|choose from|among|in|did you mean)\b\s*:?|\b(?:available|known|existing|permitted|possible|supported|valid|choices|options)(?: \w+)?(?: are\b:?|:| (?=\()))(?:\s*(?:one|any) of\b:?)?\s*[[({]?(?<list>[^\])}]+)/iu.exec(
      text,
    );
  const list = after?.groups?.["list"]?.replace(typeName, "");
  if (list === undefined) return undefined;
  // Excludes strings with a leading or trailing space. They are text between two quotations.
  const quoted = quotationsIn(list).filter((word) => /^(?! ).{1,60}(?<! )$/u.test(word));
  const plain = list
    .split(/\s*(?:,|\||\/|\bor\b|\band\b)\s*/u)
    .map((word) => word.replace(/[.;].*$/u, "").trim())
    .filter((word) => /^[\w.-]{1,60}$/u.test(word));
  const words = quoted.length > 1 || plain.length === 0 ? quoted : plain;
  return words.length > 0 ? words : undefined;
}

/** Strings that match common patterns. */
const candidates = [
  ...formats.flatMap(([, values]) => values),
  ..."abc".split(""),
  ..."ABC".split(""),
  "1",
  "2",
  "3",
  "12",
  "23",
  "34",
  "123",
  "234",
  "345",
  "1234",
  "2345",
  "3456",
  "ab",
  "cd",
  "ef",
  "abc",
  "def",
  "ghi",
  "AB",
  "CD",
  "EF",
  "ABC",
  "DEF",
  "GHI",
  "a1",
  "b2",
  "c3",
  "A1",
  "B2",
  "C3",
  "A-1",
  "B-2",
  "C-3",
  "a-1",
  "b-2",
  "c-3",
  "AB-12",
  "CD-34",
  "EF-56",
  "ABC-123",
  "DEF-456",
  "GHI-789",
  "v1",
  "v2",
  "v3",
  "1s",
  "2s",
  "3s",
  "1m",
  "2m",
  "3m",
  "10%",
  "20%",
  "30%",
  "#000000",
  "#111111",
  "#222222",
];

/** Returns strings that match the pattern in a message: common ones if they match, or else generated ones. */
export function patternIn(text: string): readonly string[] | undefined {
  for (const pattern of patternsIn(text)) {
    const common = candidates.filter((candidate) => foreignPatternFits(pattern, candidate));
    const found = common.length > 0 ? common : withNegativesLast(textsFollowing(pattern));
    if (found.length > 0) return found.slice(0, 3);
  }
  return undefined;
}

/** Few fields accept negative amounts, although their pattern permits a sign. */
function withNegativesLast(texts: readonly string[]): readonly string[] {
  return [...texts.filter((text) => !isNegative(text)), ...texts.filter(isNegative)];
}

function isNegative(text: string): boolean {
  return text.startsWith("-");
}

/** Returns what may be a pattern, the likeliest first. Slashes may also belong to a path, such as `/plan/material`. */
function patternsIn(text: string): readonly string[] {
  const anchored = /\^[^\s"'`]{1,120}\$/u.exec(text)?.[0];
  const spaced = /\^[^\n"'`]{1,160}?\$(?![^\s.,;:)\]"'`/])/u.exec(text)?.[0];
  const slashed = /\/(?<slashed>\^?[^/\n]{2,120}\$?)\//u.exec(text)?.groups?.["slashed"];
  return [anchored, spaced, anchored === undefined ? slashed : undefined].filter(
    (pattern) => pattern !== undefined,
  );
}
