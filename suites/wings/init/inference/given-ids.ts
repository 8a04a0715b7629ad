import { getNamedType, isEnumType, isListType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { flattened } from "./flattened.ts";
import type { Identity, Reached } from "./identity.ts";
import { isCompared, isIdentity, memberOf } from "./object-writes.ts";
import { nameFor, roleOf, wordsFor } from "./role-words.ts";
import { bareType } from "./root-fields.ts";
import type { RootField } from "./root-fields.ts";
import { leavesOf, meansLeaf } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";
import { InputReader } from "./taken-parts.ts";
import type { TakenPart } from "./taken-parts.ts";

/**
 * Adds a server-assigned id to an identity, if calls find objects by this id and only creations take the name.
 * Otherwise, returns the identity unchanged.
 */
export function withGivenId(
  reached: Reached,
  identity: Identity,
  mutations: readonly RootField[],
): Identity {
  const { name: id, namespace } = identity;
  if (roleOf(id.name) !== "uid") return withWrittenId(reached, identity, mutations);
  const reader = new InputReader(reached.type, identity);
  const calls = mutations.map((field) => reader.partsOf(field));
  // If other calls require the id, a call with an optional id creates an object, and the server assigns the id.
  const isDemanded = calls.flat().some((part) => isIdentity(part, id) && part.isRequired);
  const isFound = (parts: readonly TakenPart[]): boolean =>
    parts.some((part) => isIdentity(part, id) && (part.isRequired || !isDemanded));
  if (!calls.some(isFound)) return identity;
  const found = calls.filter(isFound).flat();
  const changed = new Set(found.filter((part) => !isCompared(part)).flatMap(pathOf));
  const compared = new Set(found.filter(isCompared).flatMap(pathOf));
  const created = new Set(
    calls
      .filter((parts) => !isFound(parts))
      .flatMap((parts) => parts.filter(isKey).flatMap(pathOf)),
  );
  // Only creations take the name, unless the field has a common name.
  const leaves = leavesOf(reached.type).filter(
    ({ path, name }) =>
      path !== namespace?.path &&
      created.has(path) &&
      (!changed.has(path) || wordsFor("name", name)),
  );
  const listed = namespace ?? placeAmong(reached, leaves);
  const texts = leaves.filter((leaf) => leaf !== listed && !isEnumType(getNamedType(leaf.type)));
  const usual = nameFor(
    "name",
    texts.map(({ name }) => name),
  );
  const name = texts.find((leaf) => leaf.name === usual) ?? texts.at(0);
  if (name === undefined) return identity;
  // A value that never changes and that filters compare together with the name is the namespace.
  const [other, ...more] = texts.filter((leaf) => leaf !== name && compared.has(leaf.path));
  const place = listed ?? (more.length === 0 ? other : undefined);
  return { name, id, ...(place === undefined ? {} : { namespace: place }) };
}

/** Finds the id by the inputs of writes: even if reads find objects by name, writes may find them by id. */
function withWrittenId(
  { type }: Reached,
  identity: Identity,
  mutations: readonly RootField[],
): Identity {
  const reader = new InputReader(type, identity);
  const calls = mutations.map((field) => reader.partsOf(field));
  const takes = (leaf: Leaf): ReadonlySet<readonly TakenPart[]> =>
    new Set(calls.filter((parts) => parts.some((part) => isIdentity(part, leaf))));
  const named = takes(identity.name);
  const id = leavesOf(type)
    .filter(({ name, holder }) => roleOf(name) === "uid" && holder === identity.name.holder)
    .find((leaf) => {
      const found = [...takes(leaf)].filter((parts) => !named.has(parts));
      return found.length > 0 && found.length >= named.size;
    });
  return id === undefined ? identity : { ...identity, id };
}

function pathOf(part: TakenPart): readonly string[] {
  const path = memberOf(part);
  return path === undefined ? [] : [path];
}

/** Whether a part is a single required value, such as a name or a namespace. */
function isKey({ input, of, isRequired }: TakenPart): boolean {
  const { name } = getNamedType(input.type);
  const isPlain = !["Boolean", "Float", "Int"].includes(name) && !isListType(bareType(input));
  return isRequired && isPlain && of.part === "value";
}

/** The field that contains the namespace: lists also take its value. */
function placeAmong({ type, lists }: Reached, leaves: readonly Leaf[]): Leaf | undefined {
  const listed = leaves.filter((leaf) => isAskedBy(lists, leaf, type));
  return listed.length === 1 && leaves.length > 1 ? listed[0] : undefined;
}

function isAskedBy(fields: readonly RootField[], leaf: Leaf, type: GraphQLObjectType): boolean {
  return fields.some((field) =>
    flattened(field.arguments).some((input) => meansLeaf(input.name, leaf, type.name)),
  );
}
