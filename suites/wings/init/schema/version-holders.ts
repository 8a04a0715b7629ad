import type { GraphQLObjectType } from "graphql";
import { wordsFor } from "./role-words.ts";
import { leavesOf } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";

/** Whether an object only contains the version, such as `version { index }` or `meta { version }`. */
export function isVersionHolder(type: GraphQLObjectType, holder: string): boolean {
  const [only, ...others] = leavesOf(type).filter((leaf) => leaf.holder === holder);
  if (only === undefined || others.length > 0) return false;
  const isOfMetadata = /^meta/iu.test(holder) && wordsFor("resourceVersion", only.name);
  return isOfMetadata || wordsFor("resourceVersion", holder);
}

/** Names the counter in an object such as `version { index }` after that object, because writes take a `version`. */
export function namedByHolder(leaf: Leaf, type: GraphQLObjectType): Leaf {
  const { holder } = leaf;
  const isNamed = wordsFor("resourceVersion", holder) && isVersionHolder(type, holder);
  return isNamed ? { ...leaf, name: holder } : leaf;
}
