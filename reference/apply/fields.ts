import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { mergeObjects } from "../values/merge-objects.ts";
import { keysOfSegment, partsOf } from "./owned-parts.ts";
import type { Part } from "./owned-parts.ts";
import type { Place } from "./place.ts";

/**
 * A set of fields as a tree of segments, e.g. `{"f:status": {"f:phase": {}}}`. An empty object marks a leaf field, and
 * undefined represents the empty set.
 */
export type Fields = JsonObject;

export function fieldsOf(value: JsonValue, place: Place): Fields {
  const parts = partsOf(value, place) ?? new Map<string, never>();
  return Object.fromEntries(
    [...parts].map(([segment, part]) => [segment, fieldsOf(part.value, part.place)]),
  );
}

/**
 * The difference between two states of a value. Either the whole value was replaced or removed, or some of its fields
 * or items changed.
 */
export type Change =
  | {
      readonly kind: "whole";
      /** Absent if the value was removed. */
      readonly after?: Part;
    }
  | { readonly kind: "parts"; readonly parts: ReadonlyMap<string, Change> };

/** Computes the change from `before` to `after`, which is the same for every owner. */
export function changeBetween(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  place: Place,
): Change | undefined {
  if (before === after) return undefined;
  if (isJsonObject(before) && isJsonObject(after)) return changeOfMembers(before, after, place);
  const oldParts = partsOf(before, place);
  const newParts = partsOf(after, place);
  if (oldParts === undefined || newParts === undefined) {
    if (jsonEquals(before, after)) return undefined;
    return after === undefined
      ? { kind: "whole" }
      : { kind: "whole", after: { value: after, place } };
  }
  const parts = new Map<string, Change>();
  for (const [segment, part] of newParts) {
    const change = changeBetween(oldParts.get(segment)?.value, part.value, part.place);
    if (change !== undefined) parts.set(segment, change);
  }
  for (const segment of oldParts.keys()) {
    if (!newParts.has(segment)) parts.set(segment, { kind: "whole" });
  }
  return parts.size === 0 ? undefined : { kind: "parts", parts };
}

/** Computes the change to an object. Most fields are unchanged, so nothing is allocated for them. */
function changeOfMembers(before: JsonObject, after: JsonObject, place: Place): Change | undefined {
  let parts: Map<string, Change> | undefined;
  for (const name of Object.keys(after)) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (old === after[name]) continue;
    const change = changeBetween(old, after[name], place.member(name));
    if (change !== undefined) (parts ??= new Map()).set(`f:${name}`, change);
  }
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) (parts ??= new Map()).set(`f:${name}`, { kind: "whole" });
  }
  return parts && { kind: "parts", parts };
}

/** Returns the given fields whose values a change alters or removes. */
export function differingFields(fields: Fields, change: Change | undefined): Fields | undefined {
  switch (change?.kind) {
    case undefined:
      return undefined;
    case "whole":
      return fields;
    case "parts":
      return collect(Object.keys(fields), (segment) =>
        differingFields(below(fields, segment) ?? {}, change.parts.get(segment)),
      );
  }
}

export function unionOf(left: Fields | undefined, right: Fields | undefined): Fields | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return mergeObjects(left, right);
}

/** Returns the leaf fields of one set that are not in another set, neither as leaves nor as parents. */
export function differenceOf(
  fields: Fields | undefined,
  without: Fields | undefined,
): Fields | undefined {
  if (fields === undefined || without === undefined) return fields;
  return collect(Object.keys(fields), (segment) => {
    const rest = below(fields, segment) ?? {};
    return differenceOf(rest, below(without, segment));
  });
}

export function withKeyMembers(fields: Fields): Fields {
  const children = Object.keys(fields).map((segment) => {
    const keys = Object.keys(keysOfSegment(segment)).map((name) => [`f:${name}`, {}] as const);
    const child = { ...Object.fromEntries(keys), ...withKeyMembers(below(fields, segment) ?? {}) };
    return [segment, child] as const;
  });
  return Object.fromEntries(children);
}

/** Returns the path of every field in the notation of causes: `status.conditions[type="Ready"].reason`. */
export function pathsOf(fields: Fields, parent = ""): readonly string[] {
  const segments = Object.keys(fields);
  if (segments.length === 0) return [parent];
  return segments.flatMap((segment) =>
    pathsOf(below(fields, segment) ?? {}, pathOf(parent, segment)),
  );
}

function pathOf(parent: string, segment: string): string {
  if (!segment.startsWith("k:")) {
    const name = segment.slice(2);
    return parent === "" ? name : `${parent}.${name}`;
  }
  const keys = Object.entries(keysOfSegment(segment));
  return `${parent}[${keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}]`;
}

export function below(fields: Fields, segment: string): Fields | undefined {
  const child = Object.hasOwn(fields, segment) ? fields[segment] : undefined;
  return isJsonObject(child) ? child : undefined;
}

/** Builds a tree from the results for each segment. Returns undefined if the tree would be empty. */
function collect(
  segments: Iterable<string>,
  find: (segment: string) => Fields | undefined,
): Fields | undefined {
  const found: (readonly [string, Fields])[] = [];
  for (const segment of segments) {
    const fields = find(segment);
    if (fields !== undefined) found.push([segment, fields]);
  }
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
