import { getNamedType, GraphQLNonNull, isLeafType, isNonNullType, isObjectType } from "graphql";
import type { GraphQLNamedType, GraphQLObjectType } from "graphql";
import { collectionOf } from "../schema/collections.ts";
import { collectionFor } from "./kind-types.ts";
import { roleOf } from "../schema/role-words.ts";
import { inputFields, isListed, isRequired } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { equalityIn, isObjectInput, leavesOf, plain } from "../schema/shapes.ts";
import type { Leaf } from "../schema/shapes.ts";

interface Key {
  readonly leaf: Leaf;
  readonly input: Input;
  /** The path of the value in the arguments: `filter.id.eq`. */
  readonly path: string;
}

/** Creates read operations for types that have none, from lists that can be filtered to one object by id or name. */
export function filteredReads(
  queries: readonly RootField[],
  isRead: (type: string) => boolean,
): readonly RootField[] {
  const found = new Map<string, RootField>();
  const direct = new Set(queries.map(({ type }) => getNamedType(type).name));
  for (const field of queries) {
    const collection = collectionFor(field, direct);
    const item = collection?.item;
    if (collection === undefined || !isObjectType(item)) continue;
    if (isRead(item.name) || found.has(item.name)) continue;
    const keys = identifying(keysAmong(field.arguments, item));
    if (keys.length > 0) found.set(item.name, readBy(keys, field, collection.items));
  }
  return [...found.values()];
}

/** Returns the filters that identify exactly one object: by id, otherwise by name and, if known, namespace. */
function identifying(keys: readonly Key[]): readonly Key[] {
  // The filter of a related object may also contain an id.
  const called = (role: ReturnType<typeof roleOf>): readonly Key[] =>
    keys
      .filter(({ leaf }) => roleOf(leaf.name) === role)
      .toSorted((left, right) => depthOf(left) - depthOf(right))
      .slice(0, 1);
  const [ids, names] = [called("uid"), called("name")];
  if (ids.length > 0 || names.length === 0) return ids;
  return [...called("namespace"), ...names];
}

function depthOf({ path }: Key): number {
  return path.split(".").length;
}

const deepestFilter = 3;

interface Around {
  readonly steps: readonly string[];
  /** The types of the enclosing filters. */
  readonly within: readonly GraphQLNamedType[];
}

function keysAmong(
  inputs: readonly Input[],
  item: GraphQLObjectType,
  { steps, within }: Around = { steps: [], within: [] },
): readonly Key[] {
  return inputs.flatMap((input): readonly Key[] => {
    const path = [...steps, input.name];
    const named = getNamedType(input.type);
    // A filter inside a filter of the same type combines or negates filters.
    if (within.includes(named)) return [];
    const leaf = leavesOf(item).find(({ name }) => isFor(input, name));
    const equal = equalityIn(input);
    if (leaf !== undefined && equal !== undefined) {
      return [{ leaf, input: equal, path: [...path, equal.name].join(".") }];
    }
    if (leaf !== undefined && isLeafType(named)) {
      return [{ leaf, input, path: path.join(".") }];
    }
    const isGroup = isObjectInput(input) && path.length < deepestFilter;
    const inside = { steps: path, within: [...within, named] };
    return isGroup ? keysAmong(inputFields(input), item, inside) : [];
  });
}

/** The name can be singular or plural: `id`, `ids`. */
function isFor({ name }: Input, leaf: string): boolean {
  return plain(name) === plain(leaf) || plain(name) === `${plain(leaf)}s`;
}

function readBy(keys: readonly Key[], field: RootField, items: string): RootField {
  const asked = keys.map(({ leaf, input }): Input => {
    // A single value is coerced to a list with one item.
    const type = isListed(input.type) ? getNamedType(input.type) : input.type;
    const needed = isNonNullType(type) ? type : new GraphQLNonNull(type);
    return { ...input, name: leaf.name, type: needed, defaultValue: undefined };
  });
  const taken = new Set(keys.map(({ path }) => path.split(".")[0]));
  const others = field.arguments.filter((one) => isRequired(one) && !taken.has(one.name));
  const collection = collectionOf(field.type);
  return {
    ...field,
    arguments: [...asked, ...others],
    type: collection?.item && isObjectType(collection.item) ? collection.item : field.type,
    result: [field.result ?? "", items].filter((step) => step !== "").join("."),
    spelled: {
      ...field.spelled,
      ...Object.fromEntries(keys.map(({ leaf, path }) => [leaf.name, path])),
    },
  };
}
