import {
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLUnionType,
  getNamedType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { GraphQLNamedOutputType, GraphQLOutputType, GraphQLSchema } from "graphql";

/** Depth of the objects in events: below the message, and below a payload in it. */
const deepest = 2;

/**
 * A type whose interfaces are replaced by unions of their implementations, in its fields as well. An interface promises
 * no more than its own fields, but its values are objects of the types that implement it.
 */
export function withUnions(type: GraphQLOutputType, schema: GraphQLSchema): GraphQLOutputType {
  const named = getNamedType(type);
  const replaced = replacementFor(named, schema, deepest);
  return replaced === named ? type : wrappedLike(type, replaced);
}

function replacementFor(
  named: GraphQLNamedOutputType,
  schema: GraphQLSchema,
  depth: number,
): GraphQLNamedOutputType {
  if (isInterfaceType(named)) {
    return new GraphQLUnionType({
      name: named.name,
      types: schema.getImplementations(named).objects,
    });
  }
  if (!isObjectType(named) || depth === 0) return named;
  const config = named.toConfig();
  const fields = Object.entries(config.fields).map(([name, field]) => {
    const inner = getNamedType(field.type);
    const replaced = replacementFor(inner, schema, depth - 1);
    const own = replaced === inner ? field : { ...field, type: wrappedLike(field.type, replaced) };
    return [name, own] as const;
  });
  const isSame = fields.every(([name, field]) => field === config.fields[name]);
  return isSame
    ? named
    : new GraphQLObjectType({ ...config, interfaces: [], fields: Object.fromEntries(fields) });
}

/** The named type in the lists and non-null types around another one. */
function wrappedLike(type: GraphQLOutputType, named: GraphQLNamedOutputType): GraphQLOutputType {
  if (isNonNullType(type)) {
    const inner = wrappedLike(type.ofType, named);
    return isNonNullType(inner) ? inner : new GraphQLNonNull(inner);
  }
  return isListType(type) ? new GraphQLList(wrappedLike(type.ofType, named)) : named;
}
