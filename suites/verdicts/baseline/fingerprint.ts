import { createHash } from "node:crypto";
import type { CaseFinding } from "../record/case-finding.ts";
import { placeOf } from "../record/case-place.ts";

/** A finding that a requirement is broken. */
export type ViolationFinding = Extract<CaseFinding, { readonly result: "violated" }>;

/** Number of hexadecimal digits in a fingerprint. */
const fingerprintDigits = 16;

/**
 * Patterns of volatile text, in order of removal: file names, identifiers, times, the suite's names, quoted values,
 * numbers, and then lists of numbers of any length.
 */
const changing: readonly (readonly [RegExp, string])[] = [
  [/ \(lines of [^()]+\.ndjson\)/gu, ""],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/giu, "<uid>"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/gu, "<time>"],
  // Records of earlier releases do not list generated names, which all started like this.
  [/\bc[\da-z]{8}-[\da-z-]+/gu, "<name>"],
  [/"(?:[^"\\]|\\.)*"(?!\s*:)/gsu, "<text>"],
  [/\d+(?:\.\d+)?/gu, "#"],
  [/#(?:(?:, | and |, and )#)+/gu, "#"],
  // Grammatical number depends on the removed count.
  [/# (event|write|time|attempt|request|operation|object|warning|change|character)\b/gu, "# $1s"],
  [/# was accepted\b/gu, "# were accepted"],
];

/**
 * Identifies a way of breaking a requirement across runs of a target: a hash of the check, the expected and the actual
 * behavior, without the names, times and versions of the run and without kind and mutation. Sixteen hexadecimal digits.
 */
export function fingerprintOf(finding: ViolationFinding): string {
  const { check, kind, via } = placeOf(finding.case);
  const words = [kind, via].filter((word) => word !== "");
  const { names = [] } = finding;
  const said = [finding.expected, finding.actual].map((text) => normalise(text, words, names));
  return createHash("sha256")
    .update([finding.requirement, check, ...said].join("\n"))
    .digest("hex")
    .slice(0, fingerprintDigits);
}

/** Longer texts are the target's, and their beginning suffices. */
const longestText = 4_000;

/** Names are removed first: they vary in length, and parts of them match the other patterns. */
function normalise(text: string, words: readonly string[], names: readonly string[]): string {
  const unnamed = names.reduce((left, name) => left.replaceAll(name, "<name>"), text);
  const plain = words.reduce(
    (left, word) => left.replaceAll(word, "<here>"),
    unnamed.slice(0, longestText),
  );
  return changing.reduce((left, [pattern, name]) => left.replaceAll(pattern, name), plain);
}
