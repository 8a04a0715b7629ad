import type { JsonObject, JsonValue } from "#contract";

/** Whether a schema admits a text or a number, as far as its words say. */
export function admits(
  { type, enum: choices, pattern, maxLength }: JsonObject,
  value: JsonValue,
): boolean {
  if (Array.isArray(choices) && !choices.some((choice: unknown) => choice === value)) return false;
  if (typeof value === "number") return type === "integer" || type === "number";
  if (typeof value !== "string" || type !== "string") return false;
  const isShort = typeof maxLength !== "number" || value.length <= maxLength;
  return isShort && (typeof pattern !== "string" || matches(value, pattern));
}

/** A pattern is of another dialect of regular expressions, and may not be one here. */
export function matches(value: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return false;
  }
}
