import { getNamedType, isInterfaceType, isNonNullType, isObjectType } from "graphql";
import type { GraphQLOutputType, GraphQLSchema } from "graphql";
import type { KindDialect } from "../dialect/dialect.ts";
import { objectTypeOf, typeAt } from "./object-type.ts";

/**
 * Returns the status fields that are non-null in objects. If a write may omit them, their input fields are nullable, so
 * only the server can reject a null.
 */
export function nonNullMembers(schema: GraphQLSchema, kind: KindDialect): readonly string[] {
  const { status } = kind.paths;
  const object = objectTypeOf(schema, kind);
  if (status === undefined || object === undefined) return [];
  const members =
    typeof status === "string"
      ? fieldTypes(typeAt(object, status))
      : Object.entries(status).map(([name, place]) => [name, typeAt(object, place)] as const);
  return members.flatMap(([name, type]) => (type && isNonNullType(type) ? [name] : []));
}

function fieldTypes(
  type: GraphQLOutputType | undefined,
): readonly (readonly [string, GraphQLOutputType])[] {
  const named = type && getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return [];
  return Object.values(named.getFields()).map((field) => [field.name, field.type] as const);
}
