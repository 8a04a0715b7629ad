import { createHash } from "node:crypto";
import type { CaseFinding } from "../record/case-finding.ts";
import { placeOf } from "../record/case-place.ts";

/** A finding that a requirement is broken. */
export type ViolationFinding = Extract<CaseFinding, { readonly result: "violated" }>;

/** How many hexadecimal digits a fingerprint has. */
const fingerprintDigits = 16;

/**
 * What differs from run to run, in the order in which it is taken out of a text: names of files, identifiers, times,
 * names that the suite gives, quoted values, numbers, and then lists of numbers of any length.
 */
const changing: readonly (readonly [RegExp, string])[] = [
  [/ \(lines of [^()]+\.ndjson\)/gu, ""],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/giu, "<uid>"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/gu, "<time>"],
  // Records of earlier releases do not say which names they have drawn: all started like this.
  [/\bc[\da-z]{8}-[\da-z-]+/gu, "<name>"],
  [/"(?:[^"\\]|\\.)*"(?!\s*:)/gsu, "<text>"],
  [/\d+(?:\.\d+)?/gu, "#"],
  [/#(?:(?:, | and |, and )#)+/gu, "#"],
  // Which form a noun has is said by the number before it.
  [/# (event|write|time|attempt|request|operation|object|warning|change|character)\b/gu, "# $1s"],
  [/# was accepted\b/gu, "# were accepted"],
];

/**
 * Tells one way of breaking a requirement from another, and one run of the same target from no other:
 * a hash over the check, what was expected and what came, without the names, times and versions of the
 * run and without the kind and the mutation that it was seen on. Sixteen hexadecimal digits.
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

/** Longer texts are a target's own, and only their beginning says what went wrong. */
const longestText = 4_000;

/** Names go first: they are not of one length, and parts of them look like what is taken out after them. */
function normalise(text: string, words: readonly string[], names: readonly string[]): string {
  const unnamed = names.reduce((left, name) => left.replaceAll(name, "<name>"), text);
  const plain = words.reduce(
    (left, word) => left.replaceAll(word, "<here>"),
    unnamed.slice(0, longestText),
  );
  return changing.reduce((left, [pattern, name]) => left.replaceAll(pattern, name), plain);
}
