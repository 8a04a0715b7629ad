import type { GraphQLObjectType } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { WireData } from "../../wire/http/wire-data.ts";

/** Separates the field name from the name of its parent type in an alias. */
const mark = "__of__";

/**
 * Returns a function that prints the selection of a field in a union member or an interface implementation. Adds an
 * alias if an earlier type has a field with the same name and a different type, because GraphQL does not allow both in
 * one selection.
 */
export function aliasesIn(
  types: readonly GraphQLObjectType[],
): (type: string, field: string) => string {
  const first = new Map<string, string>();
  const aliased = new Set<string>();
  for (const member of types) {
    for (const { name, type } of Object.values(member.getFields())) {
      const known = first.get(name);
      if (known === undefined) first.set(name, String(type));
      else if (known !== String(type)) aliased.add(`${name}${mark}${member.name}`);
    }
  }
  return (type, field) => {
    const alias = aliasFor(field, type);
    return aliased.has(alias) ? `${alias}: ${field}` : field;
  };
}

/** Returns an alias that {@link withoutAliases} replaces by the name of the field. */
export function aliasFor(field: string, type: string): string {
  return `${field}${mark}${type}`;
}

/** Replaces the aliases in the response to a document with the field names of the schema. */
export function withoutAliases(data: WireData, document: string | undefined): WireData {
  if (data.kind !== "json" || document?.includes(mark) !== true) return data;
  const { value, cut } = data;
  return {
    ...data,
    value: renamed(value),
    ...(cut === undefined ? {} : { cut: renamed(cut) }),
  };
}

function renamed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((one: JsonValue) => renamed(one));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.split(mark)[0] ?? name, renamed(inner)]),
  );
}
