import type { JsonObject, JsonValue } from "#contract";
import { foreignPatternFits } from "../../port/foreign-pattern.ts";

/** Whether a schema admits a text or a number, as far as its words say. */
export function admits(
  { type, enum: choices, pattern, maxLength }: JsonObject,
  value: JsonValue,
): boolean {
  if (Array.isArray(choices) && !choices.some((choice: unknown) => choice === value)) return false;
  if (typeof value === "number") return type === "integer" || type === "number";
  if (typeof value !== "string" || type !== "string") return false;
  const isShort = typeof maxLength !== "number" || value.length <= maxLength;
  return isShort && (typeof pattern !== "string" || foreignPatternFits(pattern, value));
}
