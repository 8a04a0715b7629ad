import type { CredentialPlaces } from "#targets";

type Header = CredentialPlaces["http"];

/** Limits the number of requests that a long text can cause. */
const mostHeaders = 8;

/**
 * Derives the headers that may contain a credential from texts of the endpoint: `X-Ops-Key` from "the X-Ops-Key header
 * is missing" as well as from "present a valid ops key".
 */
export function headersNamedIn(texts: readonly string[]): readonly Header[] {
  const names = texts.flatMap((text) => [...spelledIn(text), ...describedIn(text)]);
  const distinct = new Map(names.map((name) => [name.toLowerCase(), name]));
  return [...distinct.values()]
    .slice(0, mostHeaders)
    .map((header) => ({ header, format: "$credential" }));
}

/** Returns the words that have the form of a header name, such as `x-ops-key`. */
function spelledIn(text: string): readonly string[] {
  const words = text.match(/(?<![\w./-])[a-z][a-z\d]*(?:-[a-z\d]+)+(?![\w./-]*[\w/])/giu) ?? [];
  return words.filter((word) => /^x-/iu.test(word) || credentialWord.test(word));
}

/**
 * Returns header names for the credentials that a text mentions: `X-Ops-Key` and `Ops-Key` for "ops key" and `opsKey`.
 */
function describedIn(text: string): readonly string[] {
  const spaced = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|_/gu, " ");
  return [...spaced.matchAll(described)].flatMap(({ groups }) => {
    const { owner = "", noun = "" } = groups ?? {};
    if (fillers.has(owner.toLowerCase())) return [`X-${capitalized(noun)}`];
    const name = `${capitalized(owner)}-${capitalized(noun)}`;
    return [`X-${name}`, name];
  });
}

const credentialWord = /(?:auth|credential|key|secret|session|token)/iu;

const described = /(?<![\w./-])(?<owner>[a-z][a-z\d]*) (?<noun>credential|key|secret|token)\b/giu;

/** Words before a credential that are not part of its name. */
const fillers: ReadonlySet<string> = new Set([
  "a",
  "an",
  "bad",
  "bearer",
  "expired",
  "invalid",
  "missing",
  "no",
  "of",
  "or",
  "the",
  "this",
  "unknown",
  "valid",
  "without",
  "wrong",
  "your",
]);

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
