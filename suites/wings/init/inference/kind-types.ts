import { getNamedType, isObjectType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { collectionOf } from "./collections.ts";
import type { Collection } from "./collections.ts";
import { pathsOf } from "./object-types.ts";
import type { TypePaths } from "./object-types.ts";
import { withPlace } from "./places.ts";
import { inputMembers } from "./root-fields.ts";
import type { Input, RootField } from "./root-fields.ts";
import { roleOf } from "./role-words.ts";

/** A type of objects that can be read. */
export interface KindType {
  readonly name: string;
  readonly type: GraphQLObjectType;
  readonly paths: TypePaths;
  /** It stands for objects of any kind, which an argument names. */
  readonly isGeneric: boolean;
  readonly reads: readonly RootField[];
  readonly lists: readonly ListField[];
}

/** A field that lists objects. */
export interface ListField {
  readonly field: RootField;
  readonly collection: Collection;
}

/** Every type of objects with a name and a version that the queries lead to. */
export function kindTypes(queries: readonly RootField[]): readonly KindType[] {
  const found = new Map<string, Found>();
  for (const field of queries) {
    const collection = collectionOf(field.type);
    const type = collection === undefined ? getNamedType(field.type) : collection.item;
    const paths = pathsOf(type);
    if (paths === undefined || !isObjectType(type)) continue;
    const before = found.get(type.name) ?? { type, paths, reads: [], lists: [] };
    if (collection !== undefined) before.lists.push({ field, collection });
    else if (namesAnObject(field.arguments)) before.reads.push(field);
    found.set(type.name, before);
  }
  return [...found.values()]
    .filter(({ reads }) => reads.length > 0)
    .map((one) => ({
      ...one,
      paths: withPlace(
        one.type,
        one.paths,
        one.reads.map((field) => flattened(field.arguments)),
      ),
      name: one.type.name,
      isGeneric: isGeneric(one),
    }));
}

interface Found {
  readonly type: GraphQLObjectType;
  readonly paths: TypePaths;
  readonly reads: RootField[];
  readonly lists: ListField[];
}

function isGeneric({ reads }: Found): boolean {
  return reads.every((field) => namesAKind(field.arguments));
}

/** Tells whether a call must say the kind that it is about. */
export function namesAKind(inputs: readonly Input[]): boolean {
  return flattened(inputs).some(({ name }) => roleOf(name) === "kind");
}

function namesAnObject(inputs: readonly Input[]): boolean {
  return flattened(inputs).some(({ name }) => roleOf(name) === "name");
}

/** Inputs with the members of those that are objects, some levels deep. */
export function flattened(inputs: readonly Input[], depth = 3): readonly Input[] {
  if (depth === 0) return [];
  return inputs.flatMap((input) => [input, ...flattened(inputMembers(input), depth - 1)]);
}
