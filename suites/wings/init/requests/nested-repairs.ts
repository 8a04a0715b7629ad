import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** The path from a sample to a field. Objects in lists have the path of their list. */
export type FieldPath = readonly string[];

const deepestField = 5;

/**
 * Finds the nested field that a message mentions: by its path, or by its name together with the name of the enclosing
 * object. The field name is sufficient if the message mentions no other nested or top-level field, and if the name is
 * not also a common English word, such as `from`.
 */
export function nestedIn(text: string, sample: JsonObject): FieldPath | undefined {
  const steps = plainText(text);
  const isNamed = namesIn(text);
  const nested = pathsIn(sample).filter((path) => path.length > 1);
  const byPath = nested.filter((path) => hasPath(steps, path));
  const below = nested.filter((path) => path.slice(-2).every(isNamed));
  const byName = nested.filter(
    (path) => isNamed(path.at(-1) ?? "") && !isLanguage.test(path.at(-1) ?? ""),
  );
  const isTop = Object.keys(sample).some(isNamed);
  return longest(byPath) ?? longest(below) ?? (isTop || byName.length > 1 ? undefined : byName[0]);
}

/** Returns a function that tests whether a text contains a name. `toFloor` and `to_floor` are the same name. */
export function namesIn(text: string): (name: string) => boolean {
  const words = new Set(text.split(/[^\p{L}\p{N}_]+/u).map(plainName));
  return (name) => words.has(plainName(name));
}

/** Removes case and underscores, because servers may validate snake_case attributes of camelCase fields. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

/**
 * Returns the paths of the objects in a sample that have a field of the given plain name, including the sample itself.
 */
export function holdersNaming(sample: JsonObject, name: string): readonly FieldPath[] {
  return pathsIn(sample)
    .filter((path) => plainName(path.at(-1) ?? "") === name)
    .map((path) => path.slice(0, -1));
}

/** Finds the object that should contain a field, based on the field's path in a text. */
export function holderIn(text: string, name: string, sample: JsonObject): FieldPath | undefined {
  const steps = plainText(text);
  return longest(
    pathsIn(sample).filter(
      (path) => holdsObject(valueAt(sample, path)) && hasPath(steps, [...path, name]),
    ),
  );
}

function longest(paths: readonly FieldPath[]): FieldPath | undefined {
  return paths.toSorted((left, right) => right.join(".").length - left.join(".").length)[0];
}

/** English words that are also common field names. */
const isLanguage = /^(?:at|by|end|from|in|is|max|min|not|of|on|start|to|type|value|values)$/iu;

/** Normalizes paths in a text: removes indices, quotes, brackets and underscores, and uses dots as separators. */
function plainText(text: string): string {
  return plainName(text)
    .replaceAll(/\[\d+\]|[./]\d+(?=[./\s])/gu, "")
    .replaceAll(/["'`[\]]+(?:,\s*)?/gu, ".")
    .replaceAll(/[./→>]+/gu, ".");
}

function hasPath(text: string, path: FieldPath): boolean {
  const own = path.map(plainName).join(".");
  const at = text.indexOf(own);
  return (
    at >= 0 &&
    !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) &&
    !/[\p{L}\p{N}]/u.test(text.charAt(at + own.length))
  );
}

function pathsIn(sample: JsonObject, holder: FieldPath = []): readonly FieldPath[] {
  if (holder.length >= deepestField) return [];
  return Object.entries(sample).flatMap(([name, value]) => {
    const path = [...holder, name];
    return [path, ...objectsIn(value).flatMap((inner) => pathsIn(inner, path))];
  });
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  const all: readonly JsonValue[] = Array.isArray(value) ? value : [value ?? null];
  return all.filter((one) => isJsonObject(one)).slice(0, 1);
}

function holdsObject(value: JsonValue | undefined): boolean {
  return objectsIn(value).length > 0;
}

/** In lists, uses the first object. */
export function valueAt(sample: JsonObject, path: FieldPath): JsonValue | undefined {
  const [step = "", ...rest] = path;
  const value = Object.hasOwn(sample, step) ? sample[step] : undefined;
  if (rest.length === 0) return value;
  const [inner] = objectsIn(value);
  return inner === undefined ? undefined : valueAt(inner, rest);
}

/** Changes the objects at a path, including every object of a list. */
export function changedAt(
  sample: JsonObject,
  path: FieldPath,
  change: (inner: JsonObject) => JsonObject,
): JsonObject {
  const [step, ...rest] = path;
  if (step === undefined) return change(sample);
  const value = sample[step];
  if (value === undefined) return sample;
  return { ...sample, [step]: changedIn(value, (inner) => changedAt(inner, rest, change)) };
}

function changedIn(value: JsonValue, change: (inner: JsonObject) => JsonObject): JsonValue {
  if (Array.isArray(value)) return value.map((one: JsonValue) => changedIn(one, change));
  return isJsonObject(value) ? change(value) : value;
}
