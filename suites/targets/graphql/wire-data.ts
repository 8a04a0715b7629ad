import type { JsonValue } from "#contract";

/** How deep a reply may be nested. Deeper ones are treated as text, because reading them would exhaust the stack. */
export const maximumNesting = 200;

/** How much of a text that is not JSON is kept. */
const maximumTextLength = 65_536;

/** Credentials shorter than this are not searched for: their letters occur by chance. */
const shortestCredential = 8;

/** What came over the wire, as data that is safe to read and to store. */
export type WireData =
  | { readonly kind: "json"; readonly value: JsonValue }
  | { readonly kind: "text"; readonly value: string; readonly problem: string };

/** Parses the text of a reply, and takes out a credential that the target echoes. Any text is accepted. */
export function parseWireText(text: string, credential: string | undefined): WireData {
  try {
    return asWireData(JSON.parse(text), credential, () => text);
  } catch {
    return asText(text, credential, "not JSON");
  }
}

/** The same for a value that was parsed elsewhere. `text` is called where the value cannot be kept as JSON. */
export function asWireData(
  value: unknown,
  credential: string | undefined,
  text: () => string,
): WireData {
  const survey = surveyOf(value, searchable(credential));
  if (survey === "unreadable" || !isSurveyed(value)) {
    return asText(text(), credential, `nested deeper than ${maximumNesting} levels`);
  }
  if (survey === "clean" || credential === undefined) return { kind: "json", value };
  return { kind: "json", value: withoutCredential(value, credential) };
}

/** A text with a credential taken out of it. */
export function redactText(text: string, credential: string | undefined): string {
  const secret = searchable(credential);
  return secret === undefined ? text : text.replaceAll(secret, "[credential]");
}

function searchable(credential: string | undefined): string | undefined {
  return credential === undefined || credential.length < shortestCredential
    ? undefined
    : credential;
}

function asText(text: string, credential: string | undefined, problem: string): WireData {
  const value = redactText(text, credential).slice(0, maximumTextLength);
  return { kind: "text", value, problem };
}

/** Looks at every value once, without recursion, so that no nesting can hurt. */
function surveyOf(value: unknown, secret: string | undefined): "clean" | "secret" | "unreadable" {
  let level: unknown[] = [value];
  let isSecret = false;
  const holdsSecret = (text: string): boolean => secret !== undefined && text.includes(secret);
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

function withoutCredential(value: JsonValue, credential: string): JsonValue {
  if (typeof value === "string") return redactText(value, credential);
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map((item) => withoutCredential(item, credential));
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [
      redactText(member, credential),
      withoutCredential(inner, credential),
    ]),
  );
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
