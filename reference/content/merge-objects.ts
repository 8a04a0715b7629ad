import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/**
 * Joins a change into an object: absent members stay, null removes, objects are joined member by
 * member, everything else (lists too) replaces. The result holds no null (RFC 7386, without its
 * exception for nulls inside lists: in GraphQL an absent and a null member read the same).
 */
export function mergeObjects(stored: JsonObject, change: JsonObject): JsonObject {
  const merged = new Map(Object.entries(stored));
  for (const [member, value] of Object.entries(change)) {
    if (value === null) merged.delete(member);
    else merged.set(member, mergeValues(merged.get(member), value));
  }
  return Object.fromEntries(merged);
}

/** The object without members that are null, at any depth. */
export function withoutNulls(object: JsonObject): JsonObject {
  return mergeObjects({}, object);
}

function mergeValues(stored: JsonValue | undefined, change: JsonValue): JsonValue {
  if (isJsonObject(change)) return mergeObjects(isJsonObject(stored) ? stored : {}, change);
  if (isList(change)) return change.map((item) => mergeValues(undefined, item));
  return change;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
