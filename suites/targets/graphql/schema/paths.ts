import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";

/** How many paths are remembered. A dialect has some dozen; those beyond, as of endless dialects, are read anew. */
const mostRemembered = 1000;

const remembered = new Map<string, readonly string[]>();

/** The fields that a path names, in order. The empty path names none. */
export function stepsOf(path: string): readonly string[] {
  const known = remembered.get(path);
  if (known !== undefined) return known;
  const steps = path === "" ? [] : path.split(".");
  if (remembered.size < mostRemembered) remembered.set(path, steps);
  return steps;
}

/**
 * The value at a path. A null on the way is the answer, because a null parent means a null child;
 * a field that does not exist gives `undefined`.
 */
export function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let current = value;
  for (const step of stepsOf(path)) {
    if (current === null) return null;
    if (!isJsonObject(current) || !Object.hasOwn(current, step)) return undefined;
    current = current[step];
  }
  return current;
}

/** The values that stand at a path, of each entry where it leads through lists: none for a list without entries. */
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
 * All values at a path that leads through lists, at its end or on the way: `edges.node` gives the node
 * of every edge. `undefined` where a field is missing or where no list was met.
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

function membersOf(values: readonly JsonValue[], step: string): readonly JsonValue[] | undefined {
  const members: JsonValue[] = [];
  for (const value of values) {
    const member = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    if (member === undefined) return undefined;
    members.push(member);
  }
  return members;
}
