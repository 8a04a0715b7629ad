import { getNamedType, isObjectType } from "graphql";
import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from "graphql";
import { argumentsOn } from "#targets/graphql";
import { collectionOf } from "./collections.ts";
import { keysIn } from "./identity.ts";
import { isListed, isRequired, outputMembers, rootFields } from "./root-fields.ts";
import type { Input, RootField } from "./root-fields.ts";
import { leavesOf, plain } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";

type Field = GraphQLField<unknown, unknown>;

/** A field that finds one object by a single key. The fields of that object may find others. */
interface Owner {
  readonly field: Field;
  readonly key: Input;
  readonly type: GraphQLObjectType;
}

/**
 * Fields that read or list objects inside an owner, such as `project(path).environment(name)`, if mutations return
 * their types and no root field reads them. The owner's key gets the name of the objects' namespace.
 */
export function ownedReads(
  schema: GraphQLSchema,
  isRead: (type: string) => boolean,
): readonly RootField[] {
  const written = writtenIn(schema, isRead);
  return ownersIn(schema).flatMap((owner) =>
    Object.values(owner.type.getFields()).flatMap((field) => {
      const type = collectionOf(field.type)?.item ?? getNamedType(field.type);
      if (!isObjectType(type) || !written.has(type.name) || isRead(type.name)) return [];
      const isOne = collectionOf(field.type) === undefined;
      if (isOne && keysIn(field.args).length === 0) return [];
      const place = placeOf(owner, type);
      return place === undefined ? [] : [ownedField(owner, field, place)];
    }),
  );
}

function ownersIn(schema: GraphQLSchema): readonly Owner[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => {
    const type = getNamedType(field.type);
    const needed = field.args.filter(isRequired);
    const [key] = keysIn(needed);
    const isFound = needed.length === 1 && key !== undefined && needed[0] === key;
    return isFound && isObjectType(type) && !isListed(field.type) ? [{ field, key, type }] : [];
  });
}

/**
 * The types that mutations return, directly or in a payload. Fields of a readable object are not included, because they
 * are parts of that object.
 */
export function writtenIn(
  schema: GraphQLSchema,
  isRead: (type: string) => boolean,
): ReadonlySet<string> {
  const types = rootFields(schema.getMutationType()).map(({ type }) => getNamedType(type));
  const inner = types
    .filter(({ name }) => !isRead(name))
    .flatMap((type) => Object.values(outputMembers(type)).map((one) => getNamedType(one)));
  return new Set([...types, ...inner].map(({ name }) => name));
}

/**
 * The field of an object that contains the name of its owner. It has the name of the owner's key, or starts with the
 * owner's name.
 */
function placeOf({ field, key, type }: Owner, owned: GraphQLObjectType): Leaf | undefined {
  const leaves = leavesOf(owned).filter((leaf) => leaf.holder === "" || leaf.holder === field.name);
  const isKey = ({ type: own }: Leaf): boolean => getNamedType(own) === getNamedType(key.type);
  const owners = [field.name, type.name].map(plain);
  const named = (leaf: Leaf): boolean =>
    leaf.holder === field.name
      ? plain(leaf.name) === plain(key.name)
      : owners.some((owner) => plain(leaf.name) === `${owner}${plain(key.name)}`);
  const begins = ({ name }: Leaf): boolean => owners.some((owner) => plain(name).startsWith(owner));
  const own = leaves.find((leaf) => leaf.holder === "" && plain(leaf.name) === plain(key.name));
  const isCalledSo = plain(key.name) !== "id" && plain(key.name) !== "name";
  return (
    leaves.find(named) ??
    (isCalledSo ? own : undefined) ??
    leaves.find((leaf) => leaf.holder === "" && begins(leaf) && isKey(leaf))
  );
}

function ownedField(owner: Owner, field: Field, place: Leaf): RootField {
  const inputs = argumentsOn([owner.field, field]);
  const spelled = inputs.find(({ argument }) => argument === owner.key)?.name ?? owner.key.name;
  return {
    path: `${owner.field.name}.${field.name}`,
    name: field.name,
    arguments: inputs.map(({ argument, name }) => ({
      ...argument,
      name: argument === owner.key ? place.name : name,
    })),
    type: field.type,
    spelled: { [place.name]: spelled },
  };
}
