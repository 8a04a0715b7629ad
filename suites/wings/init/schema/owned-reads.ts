import { getNamedType, isObjectType, isUnionType } from "graphql";
import type { GraphQLField, GraphQLNamedType, GraphQLObjectType, GraphQLSchema } from "graphql";
import { argumentsOn } from "#targets/graphql";
import { collectionOf } from "./collections.ts";
import { keysIn } from "./identity.ts";
import { isByNumber } from "./numbered-identity.ts";
import { givenFor, givenNames, identityLeaf, ownerLeaf } from "./owner-names.ts";
import type { OwnerKey } from "./owner-names.ts";
import { groupOf, isListed, isRequired, outputFields, rootFields } from "./root-fields.ts";
import type { Input, RootField } from "./root-fields.ts";
import { leavesOf, plain } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";

type Field = GraphQLField<unknown, unknown>;

/** A path of fields that leads to an owner, with the keys of each field. Fields of the owner may find other objects. */
interface Owner {
  readonly way: readonly Field[];
  readonly keys: readonly OwnerKey[];
  readonly type: GraphQLObjectType;
}

export interface Reachable {
  readonly isRead: (type: string) => boolean;
  /** Whether a read returns only this type, and not any object with an id. */
  readonly isReadByItself: (type: string) => boolean;
  readonly isListed: (type: string) => boolean;
}

/**
 * Finds the fields that read or list objects inside owners, such as `project(path).environment(name)`. Covers the types
 * that mutations return and no root field reads or lists. An owner key is named after the object field that contains
 * it, otherwise after the mutation input.
 */
export function ownedReads(
  schema: GraphQLSchema,
  { isRead, isReadByItself, isListed: isRootListed }: Reachable,
): readonly RootField[] {
  const written = writtenIn(schema, isRead);
  const given = givenNames(schema);
  const handles = handlesIn(schema);
  const found = ownersIn(schema).flatMap((owner) =>
    Object.values(owner.type.getFields()).flatMap((field) => {
      const collection = collectionOf(field.type);
      const type = collection?.item ?? getNamedType(field.type);
      if (!isObjectType(type) || owner.keys.some((key) => key.type === type)) return [];
      const isReached =
        collection === undefined ? isReadByItself(type.name) : isRootListed(type.name);
      if (!written.has(type.name) || isReached) return [];
      const isFound = keysIn(field.args).length > 0 || isByNumber(type, field.args);
      if (collection === undefined && !isFound) return [];
      const names = namesFor(owner, { field, owned: type, given, handles });
      return names === undefined ? [] : [ownedField(owner, field, names)];
    }),
  );
  // A page is not an owner of its objects.
  return found.filter(({ path }) => !found.some((other) => path.startsWith(`${other.path}.`)));
}

const deepestOwner = 2;

/** Maximum number of keys by which a field finds an owner, such as the owner and the name of a repository. */
const mostKeys = 2;

function ownersIn(schema: GraphQLSchema): readonly Owner[] {
  const root = schema.getQueryType();
  const taken = new Set<GraphQLObjectType>(root === null || root === undefined ? [] : [root]);
  let around: readonly Owner[] =
    root === null || root === undefined ? [] : [{ way: [], keys: [], type: root }];
  const found: Owner[] = [];
  for (let depth = 0; depth < deepestOwner; depth += 1) {
    around = around.flatMap((owner) => ownersBelow(owner, taken));
    for (const { type } of around) taken.add(type);
    found.push(...around);
  }
  return found;
}

function ownersBelow(owner: Owner, taken: ReadonlySet<GraphQLObjectType>): readonly Owner[] {
  return Object.values(owner.type.getFields()).flatMap((field) => {
    const type = getNamedType(field.type);
    const needed = field.args.filter(isRequired);
    const given = keysIn(needed);
    const isFound = needed.length <= mostKeys && needed.every((input) => given.includes(input));
    const isOwner = isObjectType(type) && !isListed(field.type);
    if (!isFound || !isOwner || taken.has(type)) return [];
    // A field without a required key may still select another object by an optional key, or return a list. Neither
    // leads to an owner.
    const isOpen = keysIn(field.args).length > 0 || (isCollection(field) && !findsObjects(type));
    if (needed.length === 0 && isOpen) return [];
    const keys = needed.map((input) => ({ field, input, type }));
    return [{ way: [...owner.way, field], keys: [...owner.keys, ...keys], type }];
  });
}

/**
 * Returns the types that mutations return, directly, in a payload, or in one type of a union, which may be in a
 * payload. Excludes fields of a readable object, because they are parts of that object.
 */
export function writtenIn(
  schema: GraphQLSchema,
  isRead: (type: string) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  const visited = new Set<string>();
  const add = (type: GraphQLNamedType, depth: number): void => {
    const visit = `${type.name} ${depth}`;
    if (visited.has(visit)) return;
    visited.add(visit);
    if (isUnionType(type)) {
      for (const member of type.getTypes()) add(member, depth);
      return;
    }
    found.add(type.name);
    if (depth === 0 || isRead(type.name)) return;
    for (const inner of Object.values(outputFields(type))) {
      const named = getNamedType(inner);
      // A union in a payload is the actual result.
      add(named, isUnionType(named) ? depth : depth - 1);
    }
  };
  for (const { type } of rootFields(schema.getMutationType())) add(getNamedType(type), 1);
  return found;
}

function isCollection({ type }: Field): boolean {
  return collectionOf(type) !== undefined;
}

export function findsObjects(type: GraphQLObjectType): boolean {
  return Object.values(type.getFields()).some(
    (field) => !isCollection(field) && keysIn(field.args.filter(isRequired)).length > 0,
  );
}

/** Returns the paths of the fields of mutations that contain other mutations: `workspace` for `workspace(slug).put`. */
function handlesIn(schema: GraphQLSchema): ReadonlySet<string> {
  const groups = rootFields(schema.getMutationType()).map(groupOf);
  return new Set(
    groups.flatMap((path) => {
      const steps = path.split(".");
      return steps.map((_, index) => steps.slice(0, index + 1).join("."));
    }),
  );
}

/**
 * Returns the names for the keys of an owner. Undefined if a key has none. If mutations are inside the same owner, the
 * key keeps its name.
 */
function namesFor(
  { way, keys }: Owner,
  {
    field,
    owned,
    given,
    handles,
  }: {
    readonly field: Field;
    readonly owned: GraphQLObjectType;
    readonly given: ReadonlySet<string>;
    readonly handles: ReadonlySet<string>;
  },
): ReadonlyMap<Input, string> | undefined {
  const inputs = argumentsOn([...way, field]);
  const ownName = (key: OwnerKey): string | undefined => {
    const steps = way.slice(0, way.indexOf(key.field) + 1).map(({ name }) => name);
    return handles.has(steps.join("."))
      ? inputs.find(({ argument }) => argument === key.input)?.name
      : undefined;
  };
  const names = keys.map(
    (key) => [key.input, placeOf(key, owned) ?? givenFor(key, given) ?? ownName(key)] as const,
  );
  const known = names.flatMap(([input, name]) =>
    name === undefined ? [] : [[input, name] as const],
  );
  return known.length < names.length ? undefined : new Map(known);
}

/**
 * Finds the field of an owned object that identifies its owner: a field named after the owner's key (`slug`), or one
 * that starts with the name of the owner's field or type (`projectId`).
 */
function placeOf(ownerKey: OwnerKey, owned: GraphQLObjectType): string | undefined {
  const { field, input: key, type } = ownerKey;
  const leaves = leavesOf(owned).filter((leaf) => leaf.holder === "" || leaf.holder === field.name);
  const isKey = ({ type: own }: Leaf): boolean => getNamedType(own) === getNamedType(key.type);
  const owners = [field.name, type.name].map(plain);
  const begins = ({ name }: Leaf): boolean => owners.some((owner) => plain(name).startsWith(owner));
  const own = leaves.find((leaf) => leaf.holder === "" && plain(leaf.name) === plain(key.name));
  const isCalledSo = plain(key.name) !== "id" && plain(key.name) !== "name";
  const place =
    ownerLeaf(ownerKey, owned) ??
    (isCalledSo ? own : undefined) ??
    leaves.find((leaf) => leaf.holder === "" && begins(leaf) && isKey(leaf));
  if (place === undefined) return identityLeaf(ownerKey, owned)?.name;
  if (place.holder === "") return place.name;
  return `${place.holder}${place.name.charAt(0).toUpperCase()}${place.name.slice(1)}`;
}

function ownedField({ way }: Owner, field: Field, names: ReadonlyMap<Input, string>): RootField {
  // The keys of outer owners come first.
  const inputs = argumentsOn([...way, field]).toSorted((one, other) => one.step - other.step);
  const own = inputs.filter(({ step, argument }) => step === way.length || names.has(argument));
  const renamed = own.map(({ argument, name }) => ({
    argument,
    from: name,
    name: names.get(argument) ?? name,
  }));
  return {
    path: [...way, field].map(({ name }) => name).join("."),
    name: field.name,
    arguments: renamed.map(({ argument, name }) => ({ ...argument, name })),
    type: field.type,
    spelled: Object.fromEntries(renamed.map(({ name, from }) => [name, from])),
  };
}
