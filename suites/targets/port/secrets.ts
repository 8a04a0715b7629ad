import { isIdentityName, isJsonList } from "#contract";
import type { JsonValue } from "#contract";
import { NGramSearch, gramSpan } from "./n-gram-search.ts";
import {
  escapeContext,
  likelyEscapesIn,
  mayBeEscaped,
  unescaped,
  unescapedWithPlaces,
} from "./unescape.ts";

/** Minimum length of a secret. Shorter strings are not searched for, because they occur by chance. */
const shortestSecret = gramSpan;

const replacement = "[credential]";

/** Matches names of headers whose values are secrets. */
export const secretHeader = /auth|cookie|credential|key|pass|secret|session|sign|token/iu;

/**
 * The secrets of a run, regardless of their source. They must not be stored or shown. They are found in plain text,
 * base64 (once and twice) and hexadecimal, under up to three layers of the escapes that standard libraries produce.
 */
export class Secrets {
  readonly #forms = new Set<string>();
  /** Undefined until the search is built, and if there is nothing to find. */
  #search: Search | undefined;

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text);
  }

  /**
   * Adds a secret. Strings of fewer than 8 characters are ignored, and so are names of roles: every dialect and every
   * record contains them, so that a server on a developer's machine may accept `controller` as a credential.
   */
  add(text: string): void {
    const isPublic = text.length < shortestSecret || isIdentityName(text);
    if (isPublic || this.#forms.has(text)) return;
    for (const form of [text, ...passwordsIn(text)].flatMap(formsOf)) this.#forms.add(form);
    this.#search = undefined;
  }

  holds(text: string): boolean {
    // No form is shorter than `shortestSecret`, so most names and strings in a response need no search.
    if (text.length < shortestSecret || this.#forms.size === 0) return false;
    if (this.#isIn(text)) return true;
    if (!mayBeEscaped(text)) return false;
    return this.#made().hasQuotes ? this.#isEscapedIn(text) : this.#isNearEscapesIn(text);
  }

  #isEscapedIn(text: string): boolean {
    return this.#isInLayersOf(text, mayBeEscaped);
  }

  /**
   * Like {@link #isEscapedIn}, but only searches the characters around escapes, because all other characters are
   * unchanged. Does not count escaped quotation marks, so no form may contain a quotation mark.
   */
  #isNearEscapesIn(text: string): boolean {
    const margin = this.#made().longest + deepestEscape * escapeContext;
    let [start, end] = [0, 0];
    for (const at of likelyEscapesIn(text)) {
      if (at - margin > end) {
        if (this.#isInLayersOf(text.slice(start, end))) return this.#isEscapedIn(text);
        start = at - margin;
      }
      end = at + margin;
    }
    return this.#isInLayersOf(text.slice(start, end)) && this.#isEscapedIn(text);
  }

  #isInLayersOf(text: string, mayHaveAnother = (_layer: string): boolean => true): boolean {
    let layer = text;
    for (let depth = 0; depth < deepestEscape && mayHaveAnother(layer); depth += 1) {
      const inner = unescaped(layer);
      if (inner === layer) return false;
      if (this.#isIn(inner)) return true;
      layer = inner;
    }
    return false;
  }

  #isIn(text: string): boolean {
    const { grams, pattern } = this.#made();
    return grams.isIn(text) && pattern.test(text);
  }

  redact(text: string): string {
    if (!this.holds(text)) return text;
    let [cleaned, end] = ["", 0];
    for (const place of this.#placesIn(text)) {
      if (place.start < end) {
        end = Math.max(end, place.end);
        continue;
      }
      cleaned += text.slice(end, place.start) + replacement;
      end = place.end;
    }
    return cleaned + text.slice(end);
  }

  #placesIn(text: string): readonly Place[] {
    const found: Place[] = [];
    let layer = text;
    let originOf = placeItself;
    for (let depth = 0; depth <= deepestEscape; depth += 1) {
      for (const match of layer.matchAll(this.#made().every)) {
        found.push(originOf(match.index, match.index + match[0].length));
      }
      if (!mayBeEscaped(layer)) break;
      const { text: inner, starts, ends } = unescapedWithPlaces(layer);
      const outer = originOf;
      originOf = (start, end) => outer(starts[start] ?? 0, ends[end - 1] ?? 0);
      layer = inner;
    }
    return found.toSorted((one, other) => one.start - other.start || other.end - one.end);
  }

  /**
   * Removes secrets from lines of JSON. Values other than strings stay unchanged, and every line remains valid JSON.
   */
  redactLines(lines: string): string {
    // Redacts line by line, because a line break between two records is not a MIME line break.
    const cleaned = lines.split("\n").map((line) => {
      const value: unknown = this.holds(line) ? JSON.parse(line) : undefined;
      return isParsed(value) ? JSON.stringify(this.redactValue(value)) : line;
    });
    return cleaned.join("\n");
  }

  /** Removes secrets from the strings and property names of a value. */
  redactValue(value: JsonValue): JsonValue {
    if (typeof value === "string") return this.redact(value);
    if (typeof value !== "object" || value === null) return value;
    if (isJsonList(value)) return value.map((item) => this.redactValue(item));
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [
        this.redact(member),
        this.redactValue(inner),
      ]),
    );
  }

  #made(): Search {
    this.#search ??= searchFor([...this.#forms]);
    return this.#search;
  }
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function placeItself(start: number, end: number): Place {
  return { start, end };
}

/** Number of layers to unescape: three, and one for the line of the record. */
const deepestEscape = 4;

function searchFor(forms: readonly string[]): Search {
  // Sorts the forms by length, longest first, because a form may be a prefix of another form.
  const sorted = forms.toSorted((one, other) => other.length - one.length);
  const source = sorted.map(escaped).join("|");
  const [pattern, every] = [new RegExp(source, "u"), new RegExp(source, "gu")];
  return {
    grams: new NGramSearch(forms),
    pattern,
    every,
    longest: sorted[0]?.length ?? 0,
    hasQuotes: forms.some((form) => form.includes('"')),
  };
}

interface Search {
  /** A prefilter, five times as fast as the pattern. */
  readonly grams: NGramSearch;
  readonly pattern: RegExp;
  readonly every: RegExp;
  readonly longest: number;
  readonly hasQuotes: boolean;
}

/** Narrows the type of a value. Safe, because the value comes from a JSON parser. */
function isParsed(value: unknown): value is JsonValue {
  return value !== undefined;
}

/** Returns the credentials of HTTP Basic in plain text: the name with the password, and the password by itself. */
function passwordsIn(text: string): readonly string[] {
  const encoded = /^(?:Basic )?(?<encoded>[\w+/-]+={0,2})$/u.exec(text)?.groups?.["encoded"];
  if (encoded === undefined) return [];
  const plain = Buffer.from(encoded, "base64").toString("utf8");
  const password = /^[\u0020-\u0039\u003b-\u007e]+:(?<password>[\u0020-\u007e]+)$/u.exec(plain);
  const found = password?.groups?.["password"] ?? "";
  return [plain, found].filter((one) => found !== "" && one.length >= shortestSecret);
}

/**
 * Returns the forms of a secret: the plain secret, partly unescaped forms if the secret contains escapes, and the
 * encodings of the secret.
 */
function formsOf(text: string): readonly string[] {
  const hex = Buffer.from(text).toString("hex");
  const once = base64FormsOf(text);
  const all = [
    ...layersOf(text),
    // The encoding of HTML forms writes spaces as plus signs.
    ...layersOf(text.replaceAll(" ", "+")),
    hex,
    hex.toUpperCase(),
    ...once,
    ...once.flatMap(base64FormsOf),
  ];
  return all.filter(({ length }) => length >= shortestSecret);
}

function layersOf(text: string): readonly string[] {
  const layers = [text];
  for (let depth = 0; depth < deepestEscape; depth += 1)
    layers.push(unescaped(layers.at(-1) ?? ""));
  return layers;
}

function base64FormsOf(text: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => base64Of(text, before));
}

/**
 * Returns the part of a string's base64 and base64url encodings that does not depend on the surrounding bytes, if
 * `before` bytes precede the string.
 */
function base64Of(text: string, before: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  const first = Math.ceil((before * 8) / 6);
  const end = Math.floor((bytes.length * 8) / 6);
  return (["base64", "base64url"] as const).map((code) => bytes.toString(code).slice(first, end));
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`);
}
