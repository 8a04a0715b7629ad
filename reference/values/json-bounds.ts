import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";

/** Whether a value exceeds a nesting depth. Does not traverse deeper levels. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}

/**
 * Whether the JSON of a value exceeds a length. Serializes the value only if an upper bound for its length exceeds the
 * limit.
 */
export function isLongerThan(value: unknown, characters: number): boolean {
  return mostCharacters(value) > characters && JSON.stringify(value).length > characters;
}

/**
 * Computes an upper bound for the length of a value's JSON, as if every character were escaped and every number had all
 * digits.
 */
function mostCharacters(value: unknown): number {
  if (typeof value === "string") return 6 * value.length + 2;
  let most = 25;
  if (isJsonObject(value)) {
    for (const name of Object.keys(value))
      most += 6 * name.length + 4 + mostCharacters(value[name]);
  } else if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (const item of items) most += 1 + mostCharacters(item);
  }
  return most;
}

/** Whether a name refers to the prototype of an object. */
export function isPrototypeKey(name: string): boolean {
  return name === "__proto__" || name === "constructor" || name === "prototype";
}

/** Finds the paths of all properties with a name that refers to the prototype. */
export function prototypeKeysIn(value: JsonValue, path: string): readonly string[] {
  if (isJsonList(value)) {
    return value.flatMap((item, index) => prototypeKeysIn(item, `${path}[${index}]`));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const field = path === "" ? name : `${path}.${name}`;
    return isPrototypeKey(name) ? [field] : prototypeKeysIn(member, field);
  });
}
