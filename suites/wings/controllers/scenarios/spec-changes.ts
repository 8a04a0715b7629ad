import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** The change of one field that is not an object. */
export interface SpecChange {
  readonly path: readonly string[];
  /** Absent if the field is removed. */
  readonly value?: JsonValue;
}

/** Returns the changes that turn a spec into another one. Each change has its own path. */
export function changesBetween(from: JsonObject, to: JsonObject): readonly SpecChange[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names.flatMap((name): readonly SpecChange[] => {
    const before = from[name];
    const value = to[name];
    if (jsonEquals(before, value)) return [];
    if (!isJsonObject(before) || !isJsonObject(value)) return [valueAt(name, value)];
    return changesBetween(before, value).map(({ path, ...rest }) => {
      return { path: [name, ...path], ...rest };
    });
  });
}

function valueAt(name: string, value: JsonValue | undefined): SpecChange {
  return value === undefined ? { path: [name] } : { path: [name], value };
}

export function withChange(spec: JsonObject, { path, ...change }: SpecChange): JsonObject {
  const [name = "", ...rest] = path;
  const { [name]: before, ...others } = spec;
  if (rest.length > 0 && isJsonObject(before)) {
    return { ...spec, [name]: withChange(before, { path: rest, ...change }) };
  }
  return change.value === undefined ? others : { ...spec, [name]: change.value };
}
