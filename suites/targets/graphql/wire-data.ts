import type { JsonValue } from "#contract";
import type { Secrets } from "../secrets.ts";

/** How deep a reply may be nested. Deeper ones are treated as text, because reading them would exhaust the stack. */
export const maximumNesting = 200;

/** How much of a text that is not JSON is kept. */
const maximumTextLength = 65_536;

/** What came over the wire, as data that is safe to read and to store. */
export type WireData =
  | { readonly kind: "json"; readonly value: JsonValue }
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
  const survey = surveyOf(value, secrets);
  if (survey === "unreadable" || !isSurveyed(value)) {
    return asText(text(), secrets, `nested deeper than ${maximumNesting} levels`);
  }
  if (survey === "clean" || secrets === undefined) return { kind: "json", value };
  return { kind: "json", value: secrets.redactValue(value) };
}

/** A text with the secrets taken out of it. */
export function redactText(text: string, secrets: Secrets | undefined): string {
  return secrets === undefined ? text : secrets.redact(text);
}

function asText(text: string, secrets: Secrets | undefined, problem: string): WireData {
  const value = redactText(text, secrets).slice(0, maximumTextLength);
  return { kind: "text", value, problem };
}

/** Looks at every value once, without recursion, so that no nesting can hurt. */
function surveyOf(value: unknown, secrets: Secrets | undefined): "clean" | "secret" | "unreadable" {
  let level: unknown[] = [value];
  let isSecret = false;
  const holdsSecret = (text: string): boolean => secrets?.holds(text) === true;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maximumNesting) return "unreadable";
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === "string") isSecret ||= holdsSecret(item);
      if (typeof item !== "object" || item === null) continue;
      if (!Array.isArray(item)) isSecret ||= Object.keys(item).some(holdsSecret);
      for (const member of Object.values(item)) next.push(member);
    }
    level = next;
  }
  return isSecret ? "secret" : "clean";
}

/** Every value comes from a JSON parser; only its type is unknown. */
function isSurveyed(value: unknown): value is JsonValue {
  return value !== undefined;
}
