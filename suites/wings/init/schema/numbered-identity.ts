import { getNamedType, isEnumType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { flattened } from "./flattened.ts";
import type { Identity, Reached } from "./identity.ts";
import { isRequired } from "./root-fields.ts";
import type { Input, RootField } from "./root-fields.ts";
import { isAlways, leavesOf, meansLeaf, plain } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";

/** Whether a call requires only numbers that are fields of the object. Objects are then found by number. */
export function isByNumber(type: GraphQLObjectType, inputs: readonly Input[]): boolean {
  const needed = inputs.filter(isRequired);
  const leaves = leavesOf(type).filter(({ holder }) => holder === "");
  return (
    needed.length > 0 &&
    needed.every(
      (input) =>
        getNamedType(input.type).name === "Int" &&
        leaves.some((leaf) => meansLeaf(input.name, leaf, type.name)),
    )
  );
}

/**
 * Determines the identity of objects that the server numbers: queries and updates use the number, and create mutations
 * do not accept it. The name is a string that create mutations require, preferably an immutable one, or else an
 * immutable string that they accept. If there are two such strings and lists filter by the first one, that is the
 * namespace. A string that every list requires is the namespace and never a name.
 */
export function numberedIdentity(
  { type, reads, lists }: Reached,
  mutations: readonly RootField[],
): Identity | undefined {
  const known = leavesOf(type);
  const leaves = known.filter(({ holder }) => holder === "");
  const demanded = reads.map((read) => demandedBy(read, known));
  const [keys = [], ...others] = demanded;
  const id = keys.find((leaf) => isNumber(leaf) && others.every((other) => other.includes(leaf)));
  const [place, ...more] = keys.filter((leaf) => leaf !== id);
  if (id === undefined || more.length > 0) return undefined;
  const creating = mutations.filter((field) => !takes(field, id));
  const changing = mutations.filter((field) => {
    const given = demandedBy(field, known);
    return keys.every((leaf) => given.includes(leaf));
  });
  if (changing.length === 0) return undefined;
  const texts = creating
    .flatMap((field) => [...demandedBy(field, leaves), ...promisedBy(type, field, leaves)])
    .filter((leaf, index, all) => all.indexOf(leaf) === index)
    .filter((leaf) => leaf !== place && isText(leaf));
  const isFixed = (leaf: Leaf): boolean => !changing.some((field) => takes(field, leaf));
  const scope = texts.find((leaf) => isFixed(leaf) && isScope(leaf, lists));
  if (place === undefined && scope !== undefined) {
    const accepted = leaves.filter(
      (leaf) => isText(leaf) && isFixed(leaf) && creating.some((field) => takes(field, leaf)),
    );
    const name = [...texts.filter(isFixed), ...texts, ...accepted].find(
      (leaf) => !isScope(leaf, lists),
    );
    return name === undefined ? undefined : { name, id, namespace: scope };
  }
  const found = namedAmong(texts, texts.filter(isFixed), { place, lists });
  return found === undefined ? undefined : { ...found, id };
}

function namedAmong(
  texts: readonly Leaf[],
  [first, last, ...rest]: readonly Leaf[],
  { place, lists }: { readonly place: Leaf | undefined; readonly lists: readonly RootField[] },
): Pick<Identity, "name" | "namespace"> | undefined {
  const isPlaced = place === undefined && last !== undefined && rest.length === 0;
  if (first !== undefined && isPlaced && lists.some((field) => takes(field, first))) {
    return { name: last, namespace: first };
  }
  const name = first ?? texts[0];
  if (name === undefined) return undefined;
  return { name, ...(place === undefined ? {} : { namespace: place }) };
}

/**
 * Returns the non-null fields that a create mutation can set. Its inputs may be optional, as in generated schemas
 * without constraints.
 */
function promisedBy(
  type: GraphQLObjectType,
  { arguments: inputs }: RootField,
  leaves: readonly Leaf[],
): readonly Leaf[] {
  const given = flattened(inputs);
  return leaves.filter(
    (leaf) => isAlways(leaf.type, type) && given.some(({ name }) => name === leaf.name),
  );
}

/**
 * Determines the identity of objects whose numbers the caller chooses: queries, updates and create mutations all require
 * the number, and at most one further key, the namespace. Lists that filter by the number show that it is the number of
 * an owner.
 */
export function givenNumber(
  { type, reads, lists }: Reached,
  mutations: readonly RootField[],
): Identity | undefined {
  const leaves = leavesOf(type).filter(({ holder }) => holder === "");
  const [keys = [], ...others] = reads.map((read) => demandedBy(read, leaves));
  const shared = keys.filter((leaf) => others.every((other) => other.includes(leaf)));
  const [name, ...further] = shared.filter(isNumber);
  const [place, ...more] = shared.filter((leaf) => leaf !== name);
  if (name === undefined || further.length + more.length > 0) return undefined;
  if (lists.some((list) => takes(list, name))) return undefined;
  const writes = mutations.filter((field) => demandedBy(field, leaves).includes(name));
  if (writes.length < mutations.length || writes.length < 2) return undefined;
  return { name, ...(place === undefined ? {} : { namespace: place }) };
}

function isScope({ name }: Leaf, lists: readonly RootField[]): boolean {
  return (
    lists.length > 0 &&
    lists.every(({ arguments: inputs }) =>
      flattened(inputs).some((input) => isRequired(input) && input.name === name),
    )
  );
}

function demandedBy({ arguments: inputs }: RootField, leaves: readonly Leaf[]): readonly Leaf[] {
  const needed = flattened(inputs).filter(isRequired);
  return needed.flatMap((input) => leaves.find((leaf) => isGiven(leaf, input)) ?? []);
}

/** Whether an input has the name of a field, or of a field in a related object: `depotSlug` for `depot.slug`. */
function isGiven({ name, holder, path }: Leaf, input: Input): boolean {
  return holder === "" ? name === input.name : plain(path) === plain(input.name);
}

function takes({ arguments: inputs }: RootField, { name }: Leaf): boolean {
  return flattened(inputs).some((input) => input.name === name);
}

function isNumber({ type }: Leaf): boolean {
  return getNamedType(type).name === "Int";
}

function isText({ type }: Leaf): boolean {
  const named = getNamedType(type);
  return !isEnumType(named) && !["Boolean", "Float", "Int"].includes(named.name);
}
