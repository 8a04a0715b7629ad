import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/**
 * Merges a change into an object. Absent fields are unchanged, nulls remove fields, objects are merged recursively, and
 * all other values, including lists, are replaced. Differs from RFC 7386 in one point: it also removes null fields of
 * objects in lists, because an absent field and a null are equivalent in GraphQL.
 */
export function mergeObjects(stored: JsonObject, change: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...stored };
  for (const member of Object.keys(change)) {
    const value = change[member];
    if (value === undefined) continue;
    const before = Object.hasOwn(merged, member) ? merged[member] : undefined;
    if (value === null) delete merged[member];
    else setMember(merged, member, mergeValues(before, value));
  }
  return merged;
}

/** Sets a property. Assigning `__proto__` would set the prototype. */
function setMember(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, ...plainMember });
}

const plainMember = { configurable: true, enumerable: true, writable: true };

export function withoutNulls(object: JsonObject): JsonObject {
  return mergeObjects({}, object);
}

function mergeValues(stored: JsonValue | undefined, change: JsonValue): JsonValue {
  if (isJsonObject(change)) return mergeObjects(isJsonObject(stored) ? stored : {}, change);
  if (isJsonList(change)) return change.map((item) => mergeValues(undefined, item));
  return change;
}
