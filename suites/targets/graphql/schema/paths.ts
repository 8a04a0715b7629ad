import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";

/** Cache size. A dialect has a few dozen paths; further paths are parsed each time. */
const maxRemembered = 1000;

const remembered = new Map<string, readonly string[]>();

export function stepsOf(path: string): readonly string[] {
  const known = remembered.get(path);
  if (known !== undefined) return known;
  const steps = path === "" ? [] : path.split(".");
  if (remembered.size < maxRemembered) remembered.set(path, steps);
  return steps;
}

export function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let current = value;
  for (const step of stepsOf(path)) {
    if (current === null) return null;
    if (!isJsonObject(current) || !Object.hasOwn(current, step)) return undefined;
    current = current[step];
  }
  return current;
}

/** Returns the non-null values at a path, one for each list item along the path: none for an empty list. */
export function signsAt(value: JsonValue, path: string): readonly JsonValue[] {
  let current: readonly JsonValue[] = [value].flat();
  for (const step of stepsOf(path)) {
    current = current
      .flatMap((one) => (isJsonObject(one) && Object.hasOwn(one, step) ? [one[step] ?? null] : []))
      .flat();
  }
  return current.filter((one) => one !== null);
}

/**
 * Returns all values at a path with lists: `edges.node` returns the node of every edge. `undefined` if a field is
 * missing or there is no list.
 */
export function itemsAt(value: JsonValue, path: string): readonly JsonValue[] | undefined {
  let current: readonly JsonValue[] = [value];
  let isList = false;
  for (const step of [undefined, ...stepsOf(path)]) {
    const next = step === undefined ? current : membersOf(current, step);
    if (next === undefined) return undefined;
    isList ||= next.some((item) => Array.isArray(item));
    current = next.flat();
  }
  return isList ? current : undefined;
}

/**
 * Returns the object at a path. A list with one entry counts as that entry, at the end of the path or inside it
 * (`edges.node`), because an operation on one object may return such a list. An empty list means that the object does
 * not exist, and is read as null.
 */
export function soleAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  const direct = valueAt(value, path);
  const found = direct === undefined && value !== undefined ? itemsAt(value, path) : direct;
  if (!isJsonList(found) || found.length > 1) return found;
  const [sole = null] = found;
  return sole;
}

function membersOf(values: readonly JsonValue[], step: string): readonly JsonValue[] | undefined {
  const members: JsonValue[] = [];
  for (const value of values) {
    const member = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    if (member === undefined) return undefined;
    members.push(member);
  }
  return members;
}
