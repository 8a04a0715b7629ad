import { isJsonList } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** A decoded value, or a short reason why it cannot be decoded. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/**
 * Maximum length of identifiers in characters: names, namespaces, uids, versions and cursors. Each is stored with every
 * operation and event, so long identifiers would exhaust the memory of a run.
 */
export const longestToken = 4_096;

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
