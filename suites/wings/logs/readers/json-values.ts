import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

export function objectIn(value: unknown, member: string): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const found = value[member];
  return isJsonObject(found) ? found : undefined;
}

/** Returns the value of a field if it is a non-empty string, otherwise undefined. */
export function textIn(value: unknown, member: string): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const found = value[member];
  return typeof found === "string" && found !== "" ? found : undefined;
}

export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns undefined if any value is not one of the words. */
export function wordsIn<Word extends string>(
  value: JsonValue | undefined,
  words: readonly Word[],
): readonly (readonly [string, Word])[] | undefined {
  if (!isJsonObject(value)) return undefined;
  const read = Object.entries(value).flatMap(([pattern, wanted]) => {
    const word = words.find((known) => known === wanted);
    return word === undefined ? [] : [[pattern, word] as const];
  });
  return read.length === Object.keys(value).length ? read : undefined;
}

/** The value at a dotted path, or undefined if it is absent or null. */
export function valueAt(record: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = record;
  for (const step of path.split(".")) {
    value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value ?? undefined;
}

/** Returns undefined for integers that parsing may have rounded: different values would be equal. */
export function textAt(record: JsonObject, path: string | undefined): string | undefined {
  const value = path === undefined ? undefined : valueAt(record, path);
  if (typeof value === "number") {
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? undefined : String(value);
  }
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the paths of a property that is one path or a list of paths, or none if it is neither. */
export function pathsIn(value: JsonValue | undefined): readonly string[] {
  const paths = Array.isArray(value) ? value : [value];
  return paths.every((path) => typeof path === "string" && path !== "")
    ? paths.filter((path) => typeof path === "string")
    : [];
}
