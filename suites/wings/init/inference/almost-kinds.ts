import { getNamedType, isObjectType } from "graphql";
import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import { collectionOf } from "./collections.ts";
import { pathsOf } from "./object-types.ts";
import { nameFor } from "./role-words.ts";

/** How many types are named at most. */
const mostNamed = 5;

/**
 * Types that queries lead to and that were not taken for kinds although they have a version or a name, in
 * words: what they lack, and which members they have. For a message, where nothing was understood.
 */
export function almostKinds(schema: GraphQLSchema): readonly string[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const types = fields.map(({ type }) => collectionOf(type)?.item ?? getNamedType(type));
  return [...new Set(types)]
    .filter(isObjectType)
    .flatMap((type) => (pathsOf(type) === undefined ? lackOf(type) : []))
    .slice(0, mostNamed);
}

function lackOf(type: GraphQLObjectType): readonly string[] {
  const names = Object.keys(type.getFields());
  const version = nameFor("resourceVersion", names);
  const name = nameFor("name", names);
  if (version === undefined && name === undefined) return [];
  const lack = version === undefined ? "version" : "name";
  const has = version ?? name ?? "";
  return [
    `${type.name} has ${has}, and no member with a usual name for its ${lack}, among ${names.join(", ")}`,
  ];
}
