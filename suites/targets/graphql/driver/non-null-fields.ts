import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from "graphql";
import type { GraphQLOutputType, GraphQLSchema } from "graphql";
import type { KindDialect, ObjectPaths } from "../dialect/dialect.ts";
import { readTypeOf } from "../requests/prepared-dialect.ts";
import { stepsOf } from "../schema/paths.ts";
import { typeAtPath } from "../schema/selection.ts";

/**
 * Returns the status fields that are non-null in objects. If a write may omit them, their input fields are nullable, so
 * only the server can reject a null.
 */
export function nonNullFields(schema: GraphQLSchema, kind: KindDialect): readonly string[] {
  return nonNullMembers(schema, kind).map(([name]) => name);
}

/**
 * Returns the status fields that are non-null scalars or enums in objects. A replacement that omits one stores a default
 * of the server. An empty list counts as absent.
 */
export function nonNullLeaves(schema: GraphQLSchema, kind: KindDialect): readonly string[] {
  return nonNullMembers(schema, kind).flatMap(([name, type]) =>
    isLeafType(getNullableType(type)) ? [name] : [],
  );
}

function nonNullMembers(
  schema: GraphQLSchema,
  kind: KindDialect,
): readonly (readonly [string, GraphQLOutputType])[] {
  const { status } = kind.paths;
  const object = objectTypeOf(schema, kind);
  if (status === undefined || object === undefined) return [];
  const members =
    typeof status === "string"
      ? fieldTypes(typeAt(object, status))
      : Object.entries(status).map(([name, place]) => [name, typeAt(object, place)] as const);
  return members.flatMap(([name, type]) =>
    type !== undefined && isNonNullType(type) ? [[name, type] as const] : [],
  );
}

function fieldTypes(
  type: GraphQLOutputType | undefined,
): readonly (readonly [string, GraphQLOutputType])[] {
  const named = type && getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return [];
  return Object.values(named.getFields()).map((field) => [field.name, field.type] as const);
}

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
