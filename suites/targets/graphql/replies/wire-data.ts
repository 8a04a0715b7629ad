import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { Secrets } from "../../secrets.ts";

/** How deep a reply may be nested. Deeper ones are treated as text, because reading them would exhaust the stack. */
export const maximumNesting = 200;

/** How much of a text that is not JSON is kept. */
const maximumTextLength = 65_536;

/** What came over the wire, as data that is safe to read and to store. */
export type WireData =
  | {
      readonly kind: "json";
      readonly value: JsonValue;
      /** The value with its long texts cut, to be stored. Absent: it has none. */
      readonly cut?: JsonValue;
    }
  | { readonly kind: "text"; readonly value: string; readonly problem: string };

/** Parses the text of a reply, and takes out the secrets that the target echoes. Any text is accepted. */
export function parseWireText(text: string, secrets: Secrets | undefined): WireData {
  try {
    return asWireData(JSON.parse(text), secrets, () => text);
  } catch {
    return asText(text, secrets, "not JSON");
  }
}

/** The same for a value that was parsed elsewhere. `text` is called where the value cannot be kept as JSON. */
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
  const cut = survey.isLong ? { cut: withoutLongTexts(clean) } : {};
  return { kind: "json", value: clean, ...cut };
}

/** A text with the secrets taken out of it. */
export function redactText(text: string, secrets: Secrets | undefined): string {
  return secrets === undefined ? text : secrets.redact(text);
}

function asText(text: string, secrets: Secrets | undefined, problem: string): WireData {
  const value = redactText(text, secrets).slice(0, maximumTextLength);
  return { kind: "text", value, problem };
}

/** What is stored of a reply: nobody reads a text of megabytes, and a run has thousands of replies. */
export function storedBody(data: WireData): JsonValue {
  return data.kind === "json" ? (data.cut ?? data.value) : data.value;
}

function withoutLongTexts(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.slice(0, maximumTextLength);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutLongTexts(item));
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [member, withoutLongTexts(inner)]),
  );
}

/** What is special about a value that came over the wire. Looks at every member once, and never deeper than is safe. */
class Survey {
  readonly #secrets: Secrets | undefined;
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
    if (typeof value === "string") {
      this.isLong ||= value.length > maximumTextLength;
      this.#lookForSecret(value);
    }
    if (isJsonObject(value)) {
      for (const member of Object.keys(value)) {
        this.#lookForSecret(member);
        this.#look(value[member], depth + 1);
      }
    } else if (Array.isArray(value)) {
      for (const item of value) this.#look(item, depth + 1);
    }
  }

  #lookForSecret(text: string): void {
    this.isSecret ||= this.#secrets?.holds(text) === true;
  }
}

/** Every value comes from a JSON parser; only its type is unknown. */
function isSurveyed(value: unknown): value is JsonValue {
  return value !== undefined;
}
