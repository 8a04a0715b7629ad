import {
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";
import type { GraphQLInputType } from "graphql";
import type { Input } from "./root-fields.ts";

/** Returns an input type with these fields instead of its own. */
export function withFields(type: GraphQLInputType, fields: readonly Input[]): GraphQLInputType {
  if (isNonNullType(type)) return new GraphQLNonNull(withFields(type.ofType, fields));
  if (isListType(type)) return new GraphQLList(withFields(type.ofType, fields));
  if (!isInputObjectType(type)) return type;
  return new GraphQLInputObjectType({
    name: type.name,
    fields: Object.fromEntries(
      fields.map(({ name, type: inner, defaultValue }) => [name, { type: inner, defaultValue }]),
    ),
  });
}
