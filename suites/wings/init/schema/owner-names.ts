import { getNamedType, isObjectType, isUnionType } from "graphql";
import type { GraphQLField, GraphQLNamedType, GraphQLObjectType, GraphQLSchema } from "graphql";
import { argumentsOn } from "#targets/graphql";
import { flattened } from "./flattened.ts";
import { nameFor } from "./role-words.ts";
import { groupOf, isRequired, outputFields, rootFields } from "./root-fields.ts";
import type { Input, RootField } from "./root-fields.ts";
import { leavesOf, plain } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";

type Field = GraphQLField<unknown, unknown>;

export interface OwnerKey {
  readonly field: Field;
  readonly input: Input;
  readonly type: GraphQLObjectType;
}

/**
 * Names the keys of owners like the fields of the objects that contain these keys: `workspace` instead of `slug` for
 * `workspace(slug).sluices.create`, if sluices have a field `workspace`. If they have none, uses the name in `given`
 * for the same key.
 */
export function withOwnerNames(
  fields: readonly RootField[],
  root: GraphQLObjectType | null | undefined,
  given: ReadonlySet<string> = new Set(),
): readonly RootField[] {
  if (root === null || root === undefined) return fields;
  return fields.map((field) => {
    const way = wayTo(field, root);
    const keys = way.slice(0, -1).filter(({ args }) => args.length > 0);
    if (keys.length === 0) return field;
    const owned = fields
      .filter((other) => groupOf(other) === groupOf(field))
      .flatMap((other) => resultsOf(other));
    const names = new Map(
      argumentsOn(way).flatMap(({ step, argument, name }) => {
        const holder = way[step];
        const type = holder === undefined ? undefined : getNamedType(holder.type);
        if (step === way.length - 1 || holder === undefined || !isObjectType(type)) return [];
        const key = { field: holder, input: argument, type };
        const place =
          owned.map((one) => leafOf(key, one)?.name).find((one) => one !== undefined) ??
          givenFor(key, given);
        return place === undefined || place === name ? [] : [[name, place] as const];
      }),
    );
    return renamed(field, names);
  });
}

/**
 * Names the required keys of owners in watches like those in reads: `workspace` for `workspaceEvents(slug)`, if
 * `workspace(slug).job(name)` reads the objects of its events.
 */
export function withNamesOfReads(
  watches: readonly RootField[],
  reads: readonly RootField[],
): readonly RootField[] {
  const owned = reads.filter(({ spelled }) => spelled !== undefined);
  if (owned.length === 0) return watches;
  return watches.map((watch) => {
    const names = owned
      .filter((read) => contains(getNamedType(watch.type), getNamedType(read.type)))
      .flatMap(({ spelled = {} }) => Object.entries(spelled));
    const needed = new Set(watch.arguments.filter(isRequired).map(({ name }) => name));
    return renamed(
      watch,
      new Map(
        names
          .filter(([place, own]) => place !== own && needed.has(own))
          .map(([place, own]) => [own, place]),
      ),
    );
  });
}

/** Whether a type is another one or contains it, as the types of events do, in at most two levels. */
function contains(type: GraphQLNamedType, other: GraphQLNamedType, levels = 2): boolean {
  if (type === other) return true;
  if (isUnionType(type)) return type.getTypes().some((one) => contains(one, other, levels));
  return (
    levels > 0 &&
    Object.values(outputFields(type)).some((one) => contains(getNamedType(one), other, levels - 1))
  );
}

function renamed(field: RootField, names: ReadonlyMap<string, string>): RootField {
  const taken = new Set(field.arguments.map(({ name }) => name));
  const free = [...names].filter(([, place]) => !taken.has(place));
  if (free.length === 0) return field;
  const known = new Map(free);
  return {
    ...field,
    arguments: field.arguments.map((one) => ({ ...one, name: known.get(one.name) ?? one.name })),
    spelled: {
      ...field.spelled,
      ...Object.fromEntries(free.map(([from, place]) => [place, from])),
    },
  };
}

function wayTo({ path }: RootField, root: GraphQLObjectType): readonly Field[] {
  const way: Field[] = [];
  let type: unknown = root;
  for (const step of path.split(".")) {
    const field: Field | undefined = isObjectType(type) ? type.getFields()[step] : undefined;
    if (field === undefined) return [];
    way.push(field);
    type = getNamedType(field.type);
  }
  return way;
}

/** The type that a field returns, and the types in it, as in a payload. */
function resultsOf({ type }: RootField): readonly GraphQLObjectType[] {
  const named = getNamedType(type);
  if (!isObjectType(named)) return [];
  return [named, ...Object.values(outputFields(named)).map(getNamedType).filter(isObjectType)];
}

/**
 * Finds the field of an owned object that contains the key of its owner: at the top level or in the owner's field, or
 * in the field with the object's name and version.
 */
function leafOf(key: OwnerKey, owned: GraphQLObjectType): Leaf | undefined {
  return ownerLeaf(key, owned) ?? identityLeaf(key, owned);
}

/** Finds the name of an owner's key among the inputs of mutations: `projectSlug` or `project` for `project(slug)`. */
export function givenFor(
  { field, input, type }: OwnerKey,
  given: ReadonlySet<string>,
): string | undefined {
  const owners = [field.name, type.name.charAt(0).toLowerCase() + type.name.slice(1)];
  const key = input.name.charAt(0).toUpperCase() + input.name.slice(1);
  const candidates = [...owners.map((owner) => `${owner}${key}`), ...owners];
  return candidates.find((name) => given.has(plain(name)));
}

/** Returns the names of all inputs of mutations, at any depth, without case and separators. */
export function givenNames(schema: GraphQLSchema): ReadonlySet<string> {
  const inputs = rootFields(schema.getMutationType()).flatMap((field) => field.arguments);
  return new Set(flattened(inputs).map(({ name }) => plain(name)));
}

/** Finds the field with the owner's key in the owner's field, or at the top level after the owner: `projectId`. */
export function ownerLeaf(
  { field, input, type }: OwnerKey,
  owned: GraphQLObjectType,
): Leaf | undefined {
  const owners = [field.name, type.name].map(plain);
  return leavesOf(owned).find(({ holder, name }) => {
    if (holder === field.name) return plain(name) === plain(input.name);
    return holder === "" && owners.some((owner) => plain(name) === `${owner}${plain(input.name)}`);
  });
}

/** Finds the field that contains the owner or its key next to the name or the version of the object. */
export function identityLeaf(key: OwnerKey, owned: GraphQLObjectType): Leaf | undefined {
  const all = leavesOf(owned);
  return all.find((leaf) => isInIdentity(leaf, all) && isNamed(leaf, key));
}

/** Whether a field is the owner itself or its key, such as `workspace` or `workspaceSlug` for `workspace(slug)`. */
function isNamed(leaf: Leaf, { field, input }: OwnerKey): boolean {
  return [plain(field.name), `${plain(field.name)}${plain(input.name)}`].includes(plain(leaf.name));
}

/** Whether a field is at the top level, or next to the name or the version of the object. */
function isInIdentity({ holder }: Leaf, all: readonly Leaf[]): boolean {
  const beside = all.filter((one) => one.holder === holder).map(({ name }) => name);
  return (
    holder === "" ||
    nameFor("resourceVersion", beside) !== undefined ||
    nameFor("name", beside) !== undefined
  );
}
