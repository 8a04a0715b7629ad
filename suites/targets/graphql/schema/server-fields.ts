import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/**
 * The fields of a status that only the server sets, by name; `server` for a field as a whole. Items of lists share a
 * tree.
 */
export interface ServerFields {
  readonly [name: string]: ServerFields | "server";
}

/** Returns a status without the fields that only the server sets. Undefined if it has no others. */
export function withoutServerFields(
  status: JsonObject | undefined,
  fields: ServerFields | undefined,
): JsonObject | undefined {
  if (status === undefined || fields === undefined) return status;
  const rest = without(status, fields);
  return Object.keys(rest).length === 0 ? undefined : rest;
}

function without(value: JsonObject, fields: ServerFields): JsonObject {
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const own = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (own === "server") return [];
    return [[name, own === undefined ? inner : inside(inner, own)] as const];
  });
  return Object.fromEntries(entries);
}

function inside(value: JsonValue, fields: ServerFields): JsonValue {
  if (isJsonList(value)) return value.map((item) => inside(item, fields));
  return isJsonObject(value) ? without(value, fields) : value;
}

/** The dotted paths of the fields. */
export function serverFieldPaths(fields: ServerFields, path = ""): readonly string[] {
  return Object.entries(fields).flatMap(([name, inner]) =>
    inner === "server" ? [`${path}${name}`] : serverFieldPaths(inner, `${path}${name}.`),
  );
}
