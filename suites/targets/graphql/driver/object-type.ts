import { getNamedType, isScalarType } from "graphql";
import type { GraphQLOutputType, GraphQLSchema } from "graphql";
import type { KindDialect, ObjectPaths } from "../dialect/dialect.ts";
import { readTypeOf } from "../requests/prepared-dialect.ts";
import { stepsOf } from "../schema/paths.ts";
import { typeAtPath } from "../schema/selection.ts";

/** Returns the type of the kind's objects. Undefined if the schema does not describe their fields. */
export function objectTypeOf(
  schema: GraphQLSchema,
  kind: KindDialect,
): GraphQLOutputType | undefined {
  const found = kind.boxed === undefined ? readTypeOf(schema, kind) : undefined;
  return found === undefined || isScalarType(getNamedType(found)) ? undefined : found;
}

export function typeAt(object: GraphQLOutputType, place: string): GraphQLOutputType | undefined {
  const found = typeAtPath(object, stepsOf(place));
  return found === "anything" ? undefined : found;
}

export function placesIn(path: ObjectPaths[keyof ObjectPaths]): readonly string[] {
  if (path === undefined) return [];
  return typeof path === "string" ? [path] : Object.values(path);
}
