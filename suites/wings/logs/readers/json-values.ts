import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";

export function objectIn(value: unknown, member: string): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const found = value[member];
  return isJsonObject(found) ? found : undefined;
}

/** Returns the value of a field if it is a non-empty string, otherwise undefined. */
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
