import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";

/** A field that is an object; absent for anything else. */
export function objectIn(value: unknown, member: string): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const found = value[member];
  return isJsonObject(found) ? found : undefined;
}

/** A field that is a text with at least one character; absent for anything else. */
export function textIn(value: unknown, member: string): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const found = value[member];
  return typeof found === "string" && found !== "" ? found : undefined;
}

export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
