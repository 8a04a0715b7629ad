import { isJsonList } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/**
 * Removes the names of types that a selection on an interface or a union adds, at every depth. No write can contain
 * them, because GraphQL reserves the prefix. Copies only if necessary.
 */
export function withoutTypeNames(value: JsonObject): JsonObject;
export function withoutTypeNames(value: JsonValue): JsonValue;
export function withoutTypeNames(value: JsonValue): JsonValue {
  return hasTypeName(value) ? copyWithoutTypeNames(value) : value;
}

function hasTypeName(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isJsonList(value)) return value.some(hasTypeName);
  for (const member in value) {
    if (member === "__typename" || hasTypeName(value[member] ?? false)) return true;
  }
  return false;
}

function copyWithoutTypeNames(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (isJsonList(value)) return value.map(copyWithoutTypeNames);
  const own = Object.entries(value).filter(([member]) => member !== "__typename");
  return Object.fromEntries(own.map(([member, inner]) => [member, copyWithoutTypeNames(inner)]));
}
