import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { below } from "./fields.ts";
import type { Fields } from "./fields.ts";
import { partsOf } from "./owned-parts.ts";
import type { Place } from "./place.ts";

/**
 * Merges an applied value into the stored value: objects by field, keyed lists by item. Replaces all other values, and
 * removes none. Stored items keep their order, and new items follow.
 */
export function mergeApplied(stored: JsonObject, applied: JsonObject, place: Place): JsonObject {
  const merged = new Map(Object.entries(stored));
  for (const [name, value] of Object.entries(applied)) {
    merged.set(name, mergeValues(merged.get(name), value, place.member(name)));
  }
  return Object.fromEntries(merged);
}

/**
 * Removes fields from a value, and then parents that become empty. Keeps a removed field that now contains other
 * fields. Returns undefined if nothing remains.
 */
export function withoutFields(
  value: JsonValue,
  fields: Fields,
  place: Place,
): JsonValue | undefined {
  const parts = partsOf(value, place);
  // No manager owns items with duplicate keys. They stay, so that validation reports the error.
  if (parts === undefined) return Object.keys(fields).length === 0 ? undefined : value;
  if (parts.size === 0) return undefined;
  const rest = new Map<string, JsonValue>();
  for (const [segment, part] of parts) {
    const removed = below(fields, segment);
    const kept =
      removed === undefined ? part.value : withoutFields(part.value, removed, part.place);
    if (kept !== undefined) rest.set(segment, kept);
  }
  if (rest.size === 0) return undefined;
  if (!isJsonObject(value)) return [...rest.values()];
  return Object.fromEntries([...rest].map(([segment, kept]) => [segment.slice(2), kept]));
}

function mergeValues(stored: JsonValue | undefined, applied: JsonValue, place: Place): JsonValue {
  if (isJsonObject(applied)) {
    return mergeApplied(isJsonObject(stored) ? stored : {}, applied, place);
  }
  const items = partsOf(applied, place);
  const storedItems = partsOf(stored, place);
  if (items === undefined || storedItems === undefined || isJsonObject(stored)) return applied;
  const merged = new Map([...storedItems].map(([segment, { value }]) => [segment, value]));
  for (const [segment, item] of items) {
    merged.set(segment, mergeValues(merged.get(segment), item.value, item.place));
  }
  return [...merged.values()];
}
