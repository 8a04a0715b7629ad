import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Place } from "./place.ts";

export interface Part {
  readonly value: JsonValue;
  readonly place: Place;
}

/**
 * Splits an object or a keyed list by segment: `f:phase` for a field, `k:{"type":"Ready"}` for an item. Returns
 * undefined for a value that is owned as a whole.
 */
export function partsOf(
  value: JsonValue | undefined,
  place: Place,
): ReadonlyMap<string, Part> | undefined {
  if (isJsonObject(value)) {
    const members = Object.entries(value);
    return new Map(
      members.map(([name, member]) => [`f:${name}`, { value: member, place: place.member(name) }]),
    );
  }
  return isJsonList(value) ? itemsOf(value, place) : undefined;
}

export function keysOfSegment(segment: string): JsonObject {
  if (!segment.startsWith("k:")) return {};
  const keys: unknown = JSON.parse(segment.slice(2));
  return isJsonObject(keys) ? keys : {};
}

/**
 * Indexes the items of a list by path segment, such as `k:{"type":"Ready"}`. Returns undefined if the list has no keys,
 * an item lacks one, or two items have the same keys.
 */
function itemsOf(list: readonly JsonValue[], place: Place): ReadonlyMap<string, Part> | undefined {
  const { keys } = place;
  if (keys === undefined) return undefined;
  const items = new Map<string, Part>();
  for (const value of list) {
    if (!isJsonObject(value)) return undefined;
    const named: (readonly [string, JsonValue])[] = [];
    for (const key of keys) {
      const member = Object.hasOwn(value, key) ? value[key] : undefined;
      if (member === undefined) return undefined;
      named.push([key, member]);
    }
    items.set(`k:${JSON.stringify(Object.fromEntries(named))}`, { value, place: place.item() });
  }
  return items.size === list.length ? items : undefined;
}
