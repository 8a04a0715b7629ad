import { getNamedType, isObjectType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { flattened } from "./flattened.ts";
import { isListed, outputFields } from "./root-fields.ts";
import type { RootField } from "./root-fields.ts";
import { leavesOf, meansLeaf } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";

/** Returns the name of the type that a mutation writes if it returns only a part of it. */
export type WholeReader = (field: RootField, part: string) => string | undefined;

/**
 * Finds the objects that contain an object of another type as a part, such as a machine and the record of its wear.
 * Mutations of the part belong to the whole if they take a field of the whole that the part lacks, such as its version.
 * The whole is the type that more mutations return, because both may refer to each other.
 */
export function wholesOf(
  readable: readonly Readable[],
  mutations: readonly RootField[],
): WholeReader {
  const byName = new Map(readable.map((one) => [one.type.name, one]));
  const counts = countsOf(mutations);
  const around = new Map<string, Readable[]>();
  for (const one of readable) {
    for (const part of partsOf(one.type)) {
      const isSmaller = (counts.get(part) ?? 0) < (counts.get(one.type.name) ?? 0);
      if (byName.has(part) && isSmaller) around.set(part, [...(around.get(part) ?? []), one]);
    }
  }
  return (field, part) => {
    const own = byName.get(part)?.type;
    if (own === undefined) return undefined;
    const [whole, ...others] = (around.get(part) ?? []).filter((one) => takesOf(field, one, own));
    return others.length === 0 ? whole?.type.name : undefined;
  };
}

interface Readable {
  readonly type: GraphQLObjectType;
  readonly reads: readonly RootField[];
}

function partsOf(type: GraphQLObjectType): ReadonlySet<string> {
  const held = Object.values(outputFields(type)).flatMap((inner) =>
    isListed(inner) || !isObjectType(getNamedType(inner)) ? [] : [getNamedType(inner).name],
  );
  return new Set(held.filter((name) => name !== type.name));
}

function countsOf(mutations: readonly RootField[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of mutations) {
    const named = getNamedType(type);
    const held = Object.values(outputFields(named)).map((inner) => getNamedType(inner).name);
    for (const name of new Set([named.name, ...held])) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

/** The keys of the whole do not count, because a mutation of a separate object may take them as a reference. */
function takesOf(
  { arguments: inputs }: RootField,
  { type: whole, reads }: Readable,
  part: GraphQLObjectType,
): boolean {
  const keys = reads.flatMap((read) => flattened(read.arguments)).map(({ name }) => name);
  const own = leavesOf(whole).filter((leaf) => !keys.some((key) => isOwnLeaf(key, leaf, whole)));
  return flattened(inputs).some(
    ({ name }) =>
      own.some((leaf) => isOwnLeaf(name, leaf, whole)) &&
      !leavesOf(part).some((leaf) => isOwnLeaf(name, leaf, part)),
  );
}

function isOwnLeaf(name: string, leaf: Leaf, owner: GraphQLObjectType): boolean {
  return leaf.holder === "" && meansLeaf(name, leaf, owner.name);
}
