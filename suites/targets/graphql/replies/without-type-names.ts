import { isJsonList } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/**
 * Removes the `__typename` fields that selections on interfaces and unions add, at every depth. No write can contain
 * such a field, because GraphQL reserves the prefix `__`. Copies only if necessary.
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
