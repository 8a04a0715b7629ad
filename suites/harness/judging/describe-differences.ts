import { comparisonOf, counted, isMembers, isSameValue, ownMember } from "#contract";
import type { Comparison } from "#contract";

/**
 * Maximum length of a value in a message, in characters. Longer values are truncated; the record contains them in full.
 */
const maxCharacters = 160;

const maxDifferences = 5;

/**
 * Describes the differences between two values of plain data: `status.replicas is 3 instead of 2`. Different formats of
 * the same value, such as timestamps in two time zones, are not a difference. Empty if the values are equal.
 */
export function differencesBetween(
  expected: unknown,
  actual: unknown,
  comparison: Comparison = "shown",
): readonly string[] {
  const found: string[] = [];
  collect({ expected, actual, path: "", comparison }, found);
  return found.length <= maxDifferences
    ? found
    : [...found.slice(0, maxDifferences), `and ${found.length - maxDifferences} more`];
}

/** Whether two values of plain data are equal apart from their format; see {@link differencesBetween}. */
export function isSame(expected: unknown, actual: unknown, comparison?: Comparison): boolean {
  return isSameValue(expected, actual, comparison);
}

/**
 * Describes the differences of a value, which `what` names, in one message. Different formats are only reported if
 * nothing else differs.
 */
export function describeDifferences(what: string, expected: unknown, actual: unknown): string {
  for (const comparison of strictness) {
    const found = differencesBetween(expected, actual, comparison);
    if (found.length > 0) return `${what}: ${found.join("; ")}`;
  }
  return `${what} is as expected`;
}

/** The comparisons, from the most lenient to the strictest. */
const strictness: readonly Comparison[] = ["shown", "verbatim"];

/**
 * Describes the first value with different formats in two representations: `status.since is "…Z" and "…+00:00"`.
 * Returns undefined if there is none, or if other values differ.
 */
export function twoSpellingsOf(first: unknown, second: unknown): string | undefined {
  if (!isSameValue(first, second)) return undefined;
  const found: Pair[] = [];
  collectPairs({ expected: first, actual: second, path: "", comparison: "verbatim" }, found);
  const [pair] = found;
  return pair === undefined
    ? undefined
    : `${nameOf(pair)} is ${showValue(pair.expected)} and ${showValue(pair.actual)}`;
}

interface Pair {
  readonly expected: unknown;
  readonly actual: unknown;
  readonly path: string;
  readonly comparison: Comparison;
  /** How a list differs whose items are the expected ones, or how a text was changed. Absent for other differences. */
  readonly arrangement?: string;
}

function collect(pair: Pair, found: string[]): void {
  const pairs: Pair[] = [];
  collectPairs(pair, pairs);
  for (const each of pairs) {
    const { arrangement = "is" } = each;
    found.push(
      `${nameOf(each)} ${arrangement} ${showValue(each.actual)} instead of ${showValue(each.expected)}`,
    );
  }
}

function collectPairs(pair: Pair, found: Pair[]): void {
  const { expected, actual, path, comparison } = pair;
  if (isSameValue(expected, actual, comparison)) return;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const arrangement = arrangementOf(expected, actual, comparison);
    if (arrangement !== undefined) {
      found.push({ ...pair, arrangement });
      return;
    }
    const length = Math.max(expected.length, actual.length);
    for (let i = 0; i < length; i += 1) {
      const inside = { expected: expected[i], actual: actual[i], path: `${path}[${i}]` };
      if (i < Math.min(expected.length, actual.length)) {
        collectPairs({ ...inside, comparison }, found);
      } else {
        found.push({ ...inside, comparison });
      }
    }
    return;
  }
  if (isMembers(expected) && isMembers(actual)) {
    for (const member of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const inside = path === "" ? member : `${path}.${member}`;
      const values = { expected: ownMember(expected, member), actual: ownMember(actual, member) };
      const how = comparisonOf(member, comparison);
      collectPairs({ ...values, path: inside, comparison: how }, found);
    }
    return;
  }
  const change = changeOfText(expected, actual);
  found.push(change === undefined ? pair : { ...pair, arrangement: change });
}

/** Minimum length of a text that counts as cut, in characters. A shorter text may be another value. */
const minCutCharacters = 32;

/**
 * Describes a text that was trimmed or cut before it was stored. The shown beginnings of long texts are alike, and white
 * space is easily overlooked. Undefined for other differences.
 */
function changeOfText(expected: unknown, actual: unknown): string | undefined {
  if (typeof expected !== "string" || typeof actual !== "string" || actual === "") return undefined;
  if (expected.trim() === actual) return "lacks its surrounding white space:";
  return actual.length >= minCutCharacters && expected.startsWith(actual)
    ? `is cut after ${charactersOf(actual)} of ${counted(charactersOf(expected), "character")}:`
    : undefined;
}

/** Counts characters as most databases limit them: an emoji counts once. */
function charactersOf(text: string): number {
  return Array.from(text).length;
}

/** Longest list whose items are searched in another list. */
const maxItems = 200;

/**
 * Describes how a list differs from a list with the same items. Undefined if it has other items. A server that sorts
 * lists, or that stores them as sets, changes every list in this way.
 */
function arrangementOf(
  expected: readonly unknown[],
  actual: readonly unknown[],
  comparison: Comparison,
): string | undefined {
  if (expected.length > maxItems || actual.length > expected.length) return undefined;
  const left = [...actual];
  const lost = expected.filter((item) => {
    const place = left.findIndex((other) => isSameValue(item, other, comparison));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  if (left.length > 0) return undefined;
  if (lost.length === 0) return "has the same items in another order:";
  const areRepeated = lost.every((item) =>
    actual.some((other) => isSameValue(item, other, comparison)),
  );
  return areRepeated ? "has the same items without repetitions:" : undefined;
}

function nameOf({ path }: Pair): string {
  return path === "" ? "it" : path;
}

/** Shows a value in a message. Truncates long values. */
export function showValue(value: unknown): string {
  const text = value === undefined ? "absent" : JSON.stringify(value);
  const more = text.length - maxCharacters;
  return more <= 0 ? text : `${text.slice(0, maxCharacters)}… (${counted(more, "more character")})`;
}
