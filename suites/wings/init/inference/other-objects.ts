import { getNamedType, isObjectType } from "graphql";
import type { GraphQLNamedType, GraphQLObjectType } from "graphql";
import { partsByWord } from "./object-types.ts";
import { writtenIn } from "./payloads.ts";
import { remembered } from "#contract";
import { outputMembers } from "./root-fields.ts";
import type { RootField } from "./root-fields.ts";
import { leavesOf } from "./shapes.ts";

/**
 * Excludes mutations of objects whose type no query returns. Such a type has its own identity, and fields that no
 * readable type has.
 */
export function withoutOthers(
  mutations: readonly RootField[],
  readable: readonly GraphQLObjectType[],
): readonly RootField[] {
  const names = new Set(readable.map(({ name }) => name));
  return mutations.filter(({ type }) => {
    if (writtenIn(type, names).kind !== undefined) return true;
    const replied = getNamedType(type);
    const held = Object.values(outputMembers(replied)).map((inner) => getNamedType(inner));
    return ![replied, ...held].some((one) => isOther(one, readable));
  });
}

function isOther(type: GraphQLNamedType, readable: readonly GraphQLObjectType[]): boolean {
  if (!isObjectType(type)) return false;
  const { name, uid, resourceVersion } = partsByWord(type);
  const isIdentified = name !== undefined && uid !== undefined && resourceVersion !== undefined;
  return isIdentified && !readable.some((one) => isPartOf(type, one));
}

/** Whether a type has no fields that another type lacks, as in the receipt of a write. */
function isPartOf(type: GraphQLObjectType, whole: GraphQLObjectType): boolean {
  const names = leafNamesOf(whole);
  return leavesOf(type).every(({ name }) => names.has(name));
}

const leafNamesOf = remembered(
  (type: GraphQLObjectType): ReadonlySet<string> => new Set(leavesOf(type).map(({ name }) => name)),
);
