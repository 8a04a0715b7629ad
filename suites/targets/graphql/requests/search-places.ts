import {
  getNullableType,
  isInputObjectType,
  isListType,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import type { GraphQLInputObjectType, GraphQLInputType } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { ForeignPlace } from "../../port/foreign-place.ts";
import { jsonTextKey, membersKey } from "../schema/argument-tree.ts";
import type { ArgumentTree } from "../schema/argument-tree.ts";
import { isAlike, isSameType, takes } from "./input-signs.ts";
import type { Search } from "./input-signs.ts";
import type { OwnWord, OwnWords } from "./own-words.ts";

export type InputTypes = Readonly<Record<string, GraphQLInputType>>;

export interface FoundPlace {
  readonly place: ForeignPlace["place"];
  readonly holder: readonly string[];
  readonly values: JsonObject;
  readonly types?: InputTypes;
  readonly isGuess?: true;
}

/** Depth limit for input types that the dialect does not use. */
const deepest = 3;

export function searchPlaces(
  types: InputTypes,
  tree: JsonObject,
  search: Search,
): readonly FoundPlace[] {
  return inFields({ types, tree, steps: [], depth: deepest }, search);
}

/** Whether a field gets the stored value of the part. It also accepts another value. */
function isStored(value: JsonValue | undefined, { part }: OwnWords): boolean {
  const text = isJsonObject(value) ? value[jsonTextKey] : value;
  return text === `$${part}`;
}

interface Level {
  readonly types: InputTypes;
  readonly tree: JsonObject | undefined;
  readonly steps: readonly string[];
  readonly depth: number;
}

function inFields(level: Level, search: Search): readonly FoundPlace[] {
  const { types, tree = {}, steps } = level;
  const { own, body, bodyMembers } = search;
  const isSpread = tree[membersKey] === body;
  const free = Object.entries(types).filter(
    ([name]) =>
      (!Object.hasOwn(tree, name) || isStored(tree[name], own)) &&
      !(isSpread && bodyMembers.includes(name)),
  );
  const matching = free.flatMap(([name, type]) => {
    const word = own.words.find((one) => one.name === name);
    const isOwn = word !== undefined && (word.isWhole || !bodyMembers.includes(name));
    return isOwn && takes(type, word) ? [{ name, type, word }] : [];
  });
  // In an object that the dialect does not use, only a part with its own nested object can be recognized reliably.
  const isUnsure = level.tree === undefined && own.nested === undefined;
  const wholes = matching.filter(({ word }) => word.isWhole);
  const members = matching.filter(({ word }) => !word.isWhole);
  const named = [...wholes.map((one) => [one]), ...(members.length > 0 ? [members] : [])];
  const similar = free.filter(
    ([name, type]) => !matching.some((one) => one.name === name) && isAlike(type, search),
  );
  return [
    ...named
      .map((ones) => declared({ place: "beside", holder: steps }, ones, own))
      .map((found) => (isUnsure ? { ...found, isGuess: true as const } : found)),
    ...similar.map(([name, type]) =>
      guessed({ place: "beside", holder: steps }, [name, type], own),
    ),
    ...Object.entries(types).flatMap(([name, type]) =>
      matching.some((one) => one.name === name) || similar.some(([one]) => one === name)
        ? []
        : below(level, [name, type], search),
    ),
  ];
}

function below(
  { tree, steps, depth }: Level,
  [name, type]: readonly [string, GraphQLInputType],
  search: Search,
): readonly FoundPlace[] {
  const inner = tree?.[name];
  const nullable = getNullableType(type);
  const at = [...steps, name];
  if (isListType(nullable)) return [];
  if (isInputObjectType(nullable)) {
    const types = typesOf(nullable);
    if (inner === search.body) return insideFields(types, at, search);
    const isMentioned = isJsonObject(inner);
    if (!isMentioned && (inner !== undefined || depth === 0)) return [];
    if (isMentioned ? isFilter(inner, nullable, search) : isFilterType(nullable, search)) return [];
    const left = isMentioned ? depth : depth - 1;
    return inFields(
      { types, tree: isMentioned ? inner : undefined, steps: at, depth: left },
      search,
    );
  }
  return isScalarType(nullable) && inner !== undefined
    ? inScalar(inner, at, { search, isOpen: !isSpecifiedScalarType(nullable) })
    : [];
}

const finding: ReadonlySet<JsonValue> = new Set([
  "$namespace",
  "$namespaceId",
  "$name",
  "$uid",
  "$resourceVersion",
]);

/**
 * Whether an input object only selects a stored object, such as `{ slug: { eq: $name } }`, or `{ slug: $name }` if
 * lists take it as well. Such objects are not searched, because their other fields are filters too.
 */
function isFilter(tree: JsonObject, type: GraphQLInputObjectType, search: Search): boolean {
  const held = Object.values(tree);
  return (
    (held.some(isCompared) || isFilterType(type, search)) &&
    held.every((one) => isCompared(one) || finding.has(one))
  );
}

function isFilterType({ name }: GraphQLInputObjectType, { filters }: Search): boolean {
  return filters.includes(name);
}

function isCompared(tree: JsonValue): boolean {
  if (!isJsonObject(tree)) return false;
  const values = Object.values(tree);
  return values.length === 1 && values.every((value) => finding.has(value));
}

export function typesOf(type: {
  getFields: () => Readonly<Record<string, { readonly type: GraphQLInputType }>>;
}): InputTypes {
  return Object.fromEntries(
    Object.entries(type.getFields()).map(([name, field]) => [name, field.type]),
  );
}

/** Returns paths inside the spec or status: fields of its input type that objects do not have. */
function insideFields(
  types: InputTypes,
  holder: readonly string[],
  search: Search,
): readonly FoundPlace[] {
  const { own, bodyMembers } = search;
  const free = Object.entries(types).filter(([name]) => !bodyMembers.includes(name));
  return free.flatMap(([name, type]): readonly FoundPlace[] => {
    const word = own.words.find((one) => one.name === name && one.isWhole);
    const at = { place: "inside", holder } as const;
    if (word !== undefined && takes(type, word)) return [declared(at, [{ name, type, word }], own)];
    return isSameType(type, search) ? [guessed(at, [name, type], own)] : [];
  });
}

interface ScalarSearch {
  readonly search: Search;
  readonly isOpen: boolean;
}

function inScalar(
  tree: ArgumentTree,
  steps: readonly string[],
  { search, isOpen }: ScalarSearch,
): readonly FoundPlace[] {
  const boxed = isJsonObject(tree) ? tree[jsonTextKey] : undefined;
  if (boxed !== undefined) return inOpen(boxed, [...steps, jsonTextKey], { search, isTop: true });
  return isOpen ? inOpen(tree, steps, { search, isTop: true }) : [];
}

function inOpen(
  tree: ArgumentTree,
  steps: readonly string[],
  { search, isTop }: { readonly search: Search; readonly isTop: boolean },
): readonly FoundPlace[] {
  if (tree === search.body)
    return openPlaces("inside", steps, { search, taken: search.bodyMembers });
  if (!isJsonObject(tree)) return [];
  const holdsBody = Object.values(tree).includes(search.body);
  const taken = [
    ...Object.keys(tree).filter((name) => !isStored(tree[name], search.own)),
    ...(tree[membersKey] === search.body ? search.bodyMembers : []),
  ];
  const beside = isTop || holdsBody ? openPlaces("beside", steps, { search, taken }) : [];
  const inner = Object.entries(tree).flatMap(([name, one]) =>
    name === membersKey ? [] : inOpen(one, [...steps, name], { search, isTop: false }),
  );
  return [...beside, ...inner];
}

export function openPlaces(
  place: ForeignPlace["place"],
  holder: readonly string[],
  { search: { own }, taken }: { readonly search: Search; readonly taken: readonly string[] },
): readonly FoundPlace[] {
  const free = own.words.filter(({ name }) => !taken.includes(name));
  const wholes = free.filter(({ isWhole }) => isWhole);
  const members = free.filter(({ isWhole }) => !isWhole);
  const isNested = own.nested !== undefined;
  return [
    ...wholes.map(({ name, tree, isNextToBody }): FoundPlace => ({
      place,
      holder,
      values: { [name]: tree },
      ...(isNested && !isNextToBody ? { isGuess: true } : {}),
    })),
    ...(own.isSpread && members.length > 0 ? [{ place, holder, values: valuesOf(members) }] : []),
    ...(own.nested === undefined ? [] : [{ place, holder, values: own.nested }]),
  ];
}

interface Match {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly word: OwnWord;
}

type At = Pick<FoundPlace, "holder" | "place">;

function declared(at: At, matches: readonly Match[], own: OwnWords): FoundPlace {
  const isSingle = matches.every(({ word }) => word.isWhole);
  return {
    ...at,
    values: valuesOf(matches.map(({ word }) => word)),
    types: Object.fromEntries(matches.map(({ name, type }) => [name, type])),
    // Despite its name, the argument may have a different meaning in this operation, so the path is marked as a guess.
    ...(isSingle || own.isSpread ? {} : { isGuess: true }),
  };
}

function guessed(
  at: At,
  [name, type]: readonly [string, GraphQLInputType],
  { part }: OwnWords,
): FoundPlace {
  return { ...at, values: { [name]: `$${part}` }, types: { [name]: type }, isGuess: true };
}

function valuesOf(words: readonly OwnWord[]): JsonObject {
  return Object.fromEntries(words.map(({ name, tree }) => [name, tree]));
}
