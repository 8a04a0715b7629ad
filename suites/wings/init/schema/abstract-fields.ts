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
import type {
  GraphQLInterfaceType,
  GraphQLNamedOutputType,
  GraphQLOutputType,
  GraphQLSchema,
} from "graphql";

/** Maximum depth of objects in an event message and, separately, in its payload. */
const deepest = 2;

/**
 * Replaces the interfaces in a type, including its fields, with unions of their implementations. An interface declares
 * only its own fields, but its values are objects of the implementing types.
 */
export function withUnions(type: GraphQLOutputType, schema: GraphQLSchema): GraphQLOutputType {
  return withReplaced(
    type,
    (named) =>
      new GraphQLUnionType({ name: named.name, types: schema.getImplementations(named).objects }),
  );
}

/** Replaces an interface in a type, including its fields, with one of its implementations. */
export function withImplementation(
  type: GraphQLOutputType,
  replaced: GraphQLInterfaceType,
  own: GraphQLObjectType,
): GraphQLOutputType {
  return withReplaced(type, (named) => (named === replaced ? own : named));
}

type Replacement = (named: GraphQLInterfaceType) => GraphQLNamedOutputType;

function withReplaced(type: GraphQLOutputType, replace: Replacement): GraphQLOutputType {
  const named = getNamedType(type);
  const replaced = replacementFor(named, replace, deepest);
  return replaced === named ? type : wrappedLike(type, replaced);
}

function replacementFor(
  named: GraphQLNamedOutputType,
  replace: Replacement,
  depth: number,
): GraphQLNamedOutputType {
  if (isInterfaceType(named)) return replace(named);
  if (!isObjectType(named) || depth === 0) return named;
  const config = named.toConfig();
  const fields = Object.entries(config.fields).map(([name, field]) => {
    const inner = getNamedType(field.type);
    const replaced = replacementFor(inner, replace, depth - 1);
    const own = replaced === inner ? field : { ...field, type: wrappedLike(field.type, replaced) };
    return [name, own] as const;
  });
  const isSame = fields.every(([name, field]) => field === config.fields[name]);
  return isSame
    ? named
    : new GraphQLObjectType({ ...config, interfaces: [], fields: Object.fromEntries(fields) });
}

function wrappedLike(type: GraphQLOutputType, named: GraphQLNamedOutputType): GraphQLOutputType {
  if (isNonNullType(type)) {
    const inner = wrappedLike(type.ofType, named);
    return isNonNullType(inner) ? inner : new GraphQLNonNull(inner);
  }
  return isListType(type) ? new GraphQLList(wrappedLike(type.ofType, named)) : named;
}
