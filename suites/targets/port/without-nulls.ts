import { isJsonList } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/**
 * Removes null properties at every depth; retains null list items, because they have a position. Copies only if
 * necessary.
 */
export function withoutNulls(value: JsonObject): JsonObject;
export function withoutNulls(value: JsonValue): JsonValue;
export function withoutNulls(value: JsonValue): JsonValue {
  return hasNullMember(value) ? copyWithoutNulls(value) : value;
}

function hasNullMember(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isJsonList(value)) return value.some(hasNullMember);
  for (const member in value) {
    if (value[member] === null || hasNullMember(value[member] ?? false)) return true;
  }
  return false;
}

function copyWithoutNulls(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (isJsonList(value)) return value.map(copyWithoutNulls);
  const present = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(present.map(([member, inner]) => [member, copyWithoutNulls(inner)]));
}
