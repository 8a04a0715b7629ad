import { createHash } from "node:crypto";
import { placeOf } from "../record/case-finding.ts";
import type { CaseFinding, NamedKind } from "../record/case-finding.ts";

export type ViolationFinding = Extract<CaseFinding, { readonly result: "violated" }>;

const fingerprintDigits = 16;

/**
 * Patterns for text that differs between runs. The order matters: file names, identifiers, times, the suite's names,
 * quoted values, numbers, lists of numbers, and finally singular and plural forms.
 */
const changing: readonly (readonly [RegExp, string])[] = [
  [/ \(lines of [^()]+\.ndjson\)/gu, ""],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/giu, "<uid>"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/gu, "<time>"],
  // Records of earlier releases do not list generated names, which all match this pattern.
  [/\bc[\da-z]{8}-[\da-z-]+/gu, "<name>"],
  [/"(?:[^"\\]|\\.)*"(?!\s*:)/gsu, "<text>"],
  [/\d+(?:\.\d+)?/gu, "#"],
  [/#(?:(?:, | and |, and )#)+/gu, "#"],
  // `1 event` and `2 events` must have the same fingerprint.
  [/# (event|write|time|attempt|request|operation|object|warning|change|character)\b/gu, "# $1s"],
  [/# was accepted\b/gu, "# were accepted"],
];

/**
 * Returns a hash of 16 hexadecimal digits of the requirement, the check, and the expected and actual behavior. The hash
 * is the same in every run against a target, because names, times, versions, the kind and the mutation are excluded.
 */
export function fingerprintOf(finding: ViolationFinding, kinds: readonly NamedKind[]): string {
  const { check, kind, via } = placeOf(finding.case, kinds);
  const words = [kind, via].filter((word) => word !== "");
  const { names = [] } = finding;
  const texts = [finding.expected, finding.actual].map((text) => normalise(text, words, names));
  return createHash("sha256")
    .update([finding.requirement, check, ...texts].join("\n"))
    .digest("hex")
    .slice(0, fingerprintDigits);
}

/**
 * Maximum number of characters to hash. Only text from the target is longer, and its start is enough to identify it.
 */
const longestText = 4_000;

/**
 * Removes everything that differs between runs. Names come first: their length varies, and their fragments match the
 * other patterns.
 */
function normalise(text: string, words: readonly string[], names: readonly string[]): string {
  const unnamed = names.reduce((left, name) => left.replaceAll(name, "<name>"), text);
  const plain = words.reduce(
    (left, word) => left.replaceAll(word, "<here>"),
    unnamed.slice(0, longestText),
  );
  return changing.reduce((left, [pattern, name]) => left.replaceAll(pattern, name), plain);
}
