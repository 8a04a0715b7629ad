import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Secrets } from "../../port/secrets.ts";
import { hasOnlyEscapedQuotes } from "../../port/unescape.ts";

/**
 * Maximum nesting depth of a response. A deeper response is treated as a string, because parsing it would exhaust the
 * stack.
 */
export const maximumNesting = 200;

/** Maximum stored length, in characters, of a string value in JSON, or of a whole response that is not JSON. */
const maximumTextLength = 65_536;

/**
 * Maximum number of stored values of a response. A list of several hundred objects has fewer. The suite always
 * evaluates the whole response.
 */
const maximumStoredValues = 20_000;

/** Received data that is safe to read and store. */
export type WireData =
  | {
      readonly kind: "json";
      readonly value: JsonValue;
      /** The part that is stored. Defaults to the whole value. */
      readonly cut?: JsonValue;
    }
  | { readonly kind: "text"; readonly value: string; readonly problem: string };

/** Parses a response body, and redacts the secrets that the target echoes. Accepts any string. */
export function parseWireText(text: string, secrets: Secrets | undefined): WireData {
  try {
    const value: unknown = JSON.parse(text);
    const isUsual = isSurveyed(value) && isHarmless(text, secrets);
    return isUsual ? { kind: "json", value } : asWireData(value, secrets, () => text);
  } catch {
    return asText(text, secrets, "not JSON");
  }
}

/**
 * Whether a JSON string contains no secrets and is neither too large nor too deeply nested. For most responses, this
 * can be determined without inspecting each value.
 */
function isHarmless(text: string, secrets: Secrets | undefined): boolean {
  return (
    // Every value has at least one character, so a short string has few values.
    text.length <= maximumStoredValues &&
    // Other escapes may hide a secret, because each level of nested JSON adds a layer of escapes.
    (!text.includes("\\") || hasOnlyEscapedQuotes(text)) &&
    !hasMoreThan(maximumNesting / 2, "{", text) &&
    !hasMoreThan(maximumNesting / 2, "[", text) &&
    secrets?.holds(text) !== true
  );
}

function hasMoreThan(most: number, letter: string, text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

/** Converts a value that was parsed elsewhere. Calls `text` if the value cannot be recorded as JSON. */
export function asWireData(
  value: unknown,
  secrets: Secrets | undefined,
  text: () => string,
): WireData {
  const survey = new Survey(value, secrets);
  if (survey.isTooDeep || !isSurveyed(value)) {
    return asText(text(), secrets, `nested deeper than ${maximumNesting} levels`);
  }
  const isClean = !survey.isSecret || secrets === undefined;
  const clean = isClean ? value : secrets.redactValue(value);
  const cut = survey.isLong ? { cut: new Extract().of(clean) } : {};
  return { kind: "json", value: clean, ...cut };
}

export function redactText(text: string, secrets: Secrets | undefined): string {
  return secrets === undefined ? text : secrets.redact(text);
}

function asText(text: string, secrets: Secrets | undefined, problem: string): WireData {
  const value = copyPrefix(redactText(text, secrets), maximumTextLength);
  return { kind: "text", value, problem };
}

/** Returns the part of a response to store. A run keeps many responses, so storing megabytes of each is not useful. */
export function storedBody(data: WireData): JsonValue {
  return data.kind === "json" ? (data.cut ?? data.value) : data.value;
}

/** Truncates a value by the length of each string and the number of values, and states what it omits. */
class Extract {
  #left = maximumStoredValues;

  of(value: JsonValue): JsonValue {
    if (typeof value === "string") return copyPrefix(value, maximumTextLength);
    if (typeof value !== "object" || value === null) return value;
    return isJsonObject(value) ? this.#ofObject(value) : this.#ofList(value);
  }

  #ofList(list: readonly JsonValue[]): JsonValue {
    const items: JsonValue[] = [];
    for (const item of list) {
      if (this.#left <= 0) return [...items, leftOut(list.length - items.length)];
      this.#left -= 1;
      items.push(this.of(item));
    }
    return items;
  }

  /** Stores small properties first, so that a long list does not displace the page token next to it. */
  #ofObject(object: JsonObject): JsonValue {
    const members = new Map<string, JsonValue>();
    const names = Object.keys(object);
    const bySize = names
      .map((name) => ({ name, size: sizeOf(object[name] ?? null) }))
      .toSorted((one, other) => one.size - other.size);
    for (const { name } of bySize) {
      if (this.#left <= 0) break;
      this.#left -= 1;
      members.set(name, this.of(object[name] ?? null));
    }
    const stored = names.flatMap((name): [string, JsonValue][] => {
      const value = members.get(name);
      return value === undefined ? [] : [[copyPrefix(name, maximumTextLength), value]];
    });
    const left = names.length - stored.length;
    return Object.fromEntries(left === 0 ? stored : [...stored, ["…", leftOut(left)]]);
  }
}

/** Returns the number of values in a value, at any depth. */
function sizeOf(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner), 1);
}

function leftOut(count: number): string {
  return `… and ${count} more`;
}

/** Inspects a received value in one pass, with limited depth. */
class Survey {
  readonly #secrets: Secrets | undefined;
  #values = 0;
  isSecret = false;
  isLong = false;
  isTooDeep = false;

  constructor(value: unknown, secrets: Secrets | undefined) {
    this.#secrets = secrets;
    this.#look(value, 0);
  }

  #look(value: unknown, depth: number): void {
    this.isTooDeep ||= depth > maximumNesting;
    if (this.isTooDeep) return;
    this.#values += 1;
    this.isLong ||= this.#values > maximumStoredValues;
    if (typeof value === "string") this.#read(value);
    if (isJsonObject(value)) {
      for (const member in value) {
        this.#read(member);
        this.#look(value[member], depth + 1);
      }
    } else if (Array.isArray(value)) {
      for (const item of value) this.#look(item, depth + 1);
    }
  }

  #read(text: string): void {
    this.isLong ||= text.length > maximumTextLength;
    this.isSecret ||= this.#secrets?.holds(text) === true;
  }
}

/** Narrows the type of a value. Safe, because the value comes from a JSON parser. */
function isSurveyed(value: unknown): value is JsonValue {
  return value !== undefined;
}

/** Copies the first `length` characters of a string. A slice would reference the whole string and keep it in memory. */
export function copyPrefix(text: string, length: number): string {
  if (text.length <= length) return text;
  return Buffer.from(text.slice(0, length), "utf16le").toString("utf16le");
}
