import { getNamedType, isEnumType } from "graphql";
import type { GraphQLSchema } from "graphql";
import { operationVerbs } from "#contract";
import type { JsonValue } from "#contract";
import type { AnyOperation, Dialect } from "#targets/graphql";
import { rootFields } from "../schema/root-fields.ts";

/**
 * Returns the commands of used mutations that no operation sends, such as `submit(type: RETIRE)`: values of an enum
 * argument of which operations send others.
 */
export function unusedCommands(schema: GraphQLSchema, dialect: Dialect): readonly string[] {
  return rootFields(schema.getMutationType()).flatMap(({ path, arguments: inputs }) =>
    inputs.flatMap(({ name, type }) => {
      const named = getNamedType(type);
      const values = isEnumType(named) ? named.getValues().map((value) => value.name) : [];
      const sent = sentTo(dialect, path, name);
      if (!values.some((value) => sent.has(value))) return [];
      const unsent = values.filter((value) => !sent.has(value));
      return unsent.map((value) => `${path}(${name}: ${value})`);
    }),
  );
}

/** Returns the values of one argument of a mutation in all operations. */
function sentTo({ kinds }: Dialect, path: string, argument: string): ReadonlySet<JsonValue> {
  const valuesIn = ({ field, arguments: tree }: AnyOperation): readonly JsonValue[] => {
    const value = field === path ? tree[argument] : undefined;
    return value === undefined ? [] : [value];
  };
  return new Set(
    kinds.flatMap(({ operations }) =>
      operationVerbs.flatMap((verb) => operations[verb].flatMap(valuesIn)),
    ),
  );
}
