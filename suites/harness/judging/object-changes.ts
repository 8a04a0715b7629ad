import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** A field that differs between two states. A list whose items have no keys is a single value. */
export interface Change {
  /** Path from the object: `status.replicas`, `status.conditions[Ready].reason`. */
  readonly path: string;
  /** Absent if the field did not exist. */
  readonly before?: JsonValue;
  /** Absent if the field was removed. */
  readonly after?: JsonValue;
}

/**
 * Returns the differences between two objects, reported at their innermost fields. A list whose items have unique
 * `type`s, such as conditions, is compared by item, regardless of order.
 */
export function changesBetween(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  root: string,
): readonly Change[] {
  const into: Change[] = [];
  if (before !== after) compareMembers(before ?? {}, after ?? {}, { path: root, into });
  return into;
}

interface Place {
  readonly path: string;
  readonly into: Change[];
}

type Value = JsonValue | undefined;

function compareMembers(before: JsonObject, after: JsonObject, { path, into }: Place): void {
  for (const member of Object.keys(before)) {
    compareValues(before[member], own(after, member), { path: `${path}.${member}`, into });
  }
  for (const member of Object.keys(after)) {
    if (Object.hasOwn(before, member)) continue;
    compareValues(undefined, after[member], { path: `${path}.${member}`, into });
  }
}

function own(object: JsonObject, member: string): Value {
  return Object.hasOwn(object, member) ? object[member] : undefined;
}

function compareValues(before: Value, after: Value, place: Place): void {
  if (before === after) return;
  if (isBranch(before) && isBranch(after) && !(isEmpty(before) && isEmpty(after))) {
    return compareMembers(before ?? {}, after ?? {}, place);
  }
  const items = keyedPair(before, after);
  if (items !== undefined) return compareItems(items.before, items.after, place);
  if (jsonEquals(before, after)) return;
  place.into.push({
    path: place.path,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  });
}

/** Additions and removals of objects are reported field by field. */
function isBranch(value: Value): value is JsonObject | undefined {
  return value === undefined || isJsonObject(value);
}

function isEmpty(value: JsonObject | undefined): boolean {
  return value === undefined || Object.keys(value).length === 0;
}

type Items = ReadonlyMap<string, JsonObject>;

function keyedPair(before: Value, after: Value): { before: Items; after: Items } | undefined {
  const pair = { before: itemsByType(before ?? []), after: itemsByType(after ?? []) };
  if (pair.before === undefined || pair.after === undefined) return undefined;
  const size = pair.before.size + pair.after.size;
  return size === 0 ? undefined : { before: pair.before, after: pair.after };
}

/** Returns undefined if the value is not a list, or the type of an item is missing or not unique. */
function itemsByType(value: JsonValue): Items | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = new Map<string, JsonObject>();
  for (const item of value) {
    if (!isJsonObject(item)) return undefined;
    const { type } = item;
    if (typeof type !== "string" || items.has(type)) return undefined;
    items.set(type, item);
  }
  return items;
}

function compareItems(before: Items, after: Items, { path, into }: Place): void {
  for (const type of new Set([...before.keys(), ...after.keys()])) {
    const place = { path: `${path}[${type}]`, into };
    compareMembers(before.get(type) ?? {}, after.get(type) ?? {}, place);
  }
}
