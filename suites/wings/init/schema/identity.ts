import { getNamedType, isLeafType, isListType } from "graphql";
import type { GraphQLNamedType, GraphQLObjectType } from "graphql";

import { flattened } from "./flattened.ts";
import { hintedLeaf, noHints } from "./user-hints.ts";
import type { Hints } from "./user-hints.ts";
import { nameFor, roleOf, shortNameWord, wordsFor } from "./role-words.ts";
import { bareType, inputFields, isRequired, outputFields } from "./root-fields.ts";
import type { Input, RootField } from "./root-fields.ts";
import { isAlways, isChoice, leavesOf, meansLeaf, plain } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";

export interface Identity {
  readonly name: Leaf;
  readonly namespace?: Leaf;
  /** Further keys that every read requires, such as a tenant next to a project. */
  readonly further?: readonly Leaf[];
  /** An id that calls use instead of the name to find objects. */
  readonly id?: Leaf;
  /** Keys that the server assigns: other reads than those by name find objects by one of them alone. */
  readonly assigned?: readonly Leaf[];
}

/** Returns the field that contains the identity, such as `metadata`. Empty if it is at the top level. */
export function holderOf({ id, name }: Identity): string {
  return name.holder === "" ? (id?.holder ?? "") : name.holder;
}

export function pathsOf({ name, namespace, id, further = [] }: Identity): readonly string[] {
  return [name, namespace, id, ...further].flatMap((leaf) => leaf?.path ?? []);
}

export interface Reached {
  readonly type: GraphQLObjectType;
  readonly reads: readonly RootField[];
  readonly lists: readonly RootField[];
  readonly watches?: readonly RootField[];
  /** Names of the other types whose objects queries return. */
  readonly others?: readonly string[];
}

/** Determines the identity of objects: the fields that share their names with arguments of reads. */
export function identityOf(reached: Reached, hints: Hints = noHints): Identity | undefined {
  const [name, place] = [hints.words.name, hints.words.namespace].map((word) =>
    hintedLeaf(reached.type, word),
  );
  const found = foundIdentity(reached);
  const meant = name ?? found?.name;
  if (meant === undefined) return undefined;
  const namespace = place ?? found?.namespace;
  const isOther = namespace !== undefined && namespace.path !== meant.path;
  const further = (found?.further ?? []).filter((leaf) => leaf !== meant && leaf !== namespace);
  return {
    name: meant,
    ...(isOther ? { namespace } : {}),
    ...(further.length === 0 ? {} : { further }),
  };
}

function foundIdentity(reached: Reached): Identity | undefined {
  const asked = askedLeaves(reached);
  const found = isIdInPlace(reached) ? asked : withoutIds(asked, reached);
  const [first] = found;
  if (first === undefined) return undefined;
  const place =
    (found.length < 2 ? undefined : placeAmong(found, reached)) ?? optionalPlace(found, reached);
  const rest = found.filter((leaf) => leaf !== place);
  const required = rest.filter((leaf) => isAlwaysAsked(leaf, reached));
  const name = wordedAs("name", rest) ?? required.at(-1) ?? rest.at(-1) ?? first;
  const further = required.filter((leaf) => leaf !== name);
  return {
    name,
    ...(place === undefined ? {} : { namespace: place }),
    ...(further.length === 0 ? {} : { further }),
  };
}

function isAlwaysAsked(leaf: Leaf, { type, reads }: Reached): boolean {
  return (
    roleOf(leaf.name) !== "resourceVersion" &&
    reads.every(({ arguments: inputs }) =>
      keysIn(inputs).some((input) => isRequired(input) && asksFor(input, leaf, type)),
    )
  );
}

/** Keeps only the reads by the key that most mutations accept, if objects can be read by several keys. */
export function servedBest(reached: Reached, mutations: readonly RootField[]): Reached {
  const { type, reads } = reached;
  const keys = reads.map((read) => ({ read, key: namedAfter(type, read.arguments) }));
  const isOne = keys.every(({ key }) => key.some((leaf) => keys[0]?.key.includes(leaf) ?? false));
  if (isOne) return reached;
  const inputs = mutations.map((field) => flattened(field.arguments));
  const rated = keys
    .filter(({ key }) => key.length > 0)
    .map(({ read, key }) => {
      const isTaken = (given: readonly Input[]): boolean =>
        key.every((leaf) => given.some(({ name }) => meansLeaf(name, leaf, type.name)));
      const needed = inputs.map((given) => given.filter(isRequired));
      return { read, key, rank: [inputs, needed].map((all) => all.filter(isTaken).length) };
    });
  // Of two keys that are taken equally often, the one that create mutations require is known before the object exists.
  const [best] = rated.toSorted((left, right) => byRank(right.rank, left.rank));
  const most = best?.rank[0] ?? 0;
  if (best === undefined || most === 0) return reached;
  return {
    ...reached,
    reads: rated
      .filter(({ key }) => key.some((leaf) => best.key.includes(leaf)))
      .map(({ read }) => read),
  };
}

/**
 * Adds the other keys by which single reads find objects to an identity. Their types are those of ids, objects always
 * have them, and no mutation that requires the name also requires them.
 */
export function withAssignedKeys(
  identity: Identity,
  { type, reads }: Pick<Reached, "reads" | "type">,
  mutations: readonly RootField[],
): Identity {
  if (identity.id !== undefined) return identity;
  const known = new Set(pathsOf(identity));
  const means = (leaf: Leaf, inputs: readonly Input[]): boolean =>
    inputs.some(({ name }) => meansLeaf(name, leaf, type.name));
  const creating = mutations
    .map((field) => flattened(field.arguments).filter(isRequired))
    .filter((inputs) => means(identity.name, inputs));
  const assigned = reads
    .map((read) => namedAfter(type, read.arguments))
    .flatMap((key) => (key.length === 1 ? key : []))
    .filter((leaf) => leaf.holder === "" && !known.has(leaf.path))
    .filter((leaf) => isIdType(getNamedType(leaf.type)) && isAlways(leaf.type, type))
    .filter((leaf) => !creating.some((inputs) => means(leaf, inputs)));
  return assigned.length === 0 ? identity : { ...identity, assigned: [...new Set(assigned)] };
}

function byRank(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((count, index) => count !== right[index]);
  return (left[at] ?? 0) - (right[at] ?? 0);
}

/**
 * Returns the inputs that may be keys, at any depth: scalars and enums except Boolean, Float and Int. An optional
 * version next to the keys is the expected version.
 */
export function keysIn(inputs: readonly Input[]): readonly Input[] {
  return flattened(inputs).filter((input) => {
    const named = getNamedType(input.type);
    const isExpected = !isRequired(input) && wordsFor("resourceVersion", input.name);
    return (
      isLeafType(named) && !isListType(bareType(input)) && isKeyType(named.name) && !isExpected
    );
  });
}

/** Whether a type is for ids: `ID`, or a custom scalar such as UUID. */
export function isIdType(type: GraphQLNamedType): boolean {
  return type.name === "ID" || /uuid|guid/iu.test(type.name);
}

function isKeyType(name: string): boolean {
  return !["Boolean", "Float", "Int"].includes(name);
}

/** Optional inputs at the top level count only if no input is required. */
export function matchesOf(type: GraphQLObjectType, { arguments: inputs }: RootField): number {
  return namedAfter(type, inputs).length;
}

function namedAfter(type: GraphQLObjectType, inputs: readonly Input[]): readonly Leaf[] {
  const leaves = leavesOf(type);
  const needed = inputs.filter(isRequired);
  const asked = keysIn(needed.length === 0 ? inputs : needed);
  const found = asked.flatMap(
    (input) =>
      leaves.find((leaf) => meansLeaf(input.name, leaf, type.name)) ??
      relatedLeaf(type, input) ??
      [],
  );
  return [...new Set(found)];
}

/**
 * Finds the key of a related object, if an input refers to that object by the name of the relation: `archive` for
 * `archive.slug`, or for `archive.id` if the input takes an id. The name next to a slug is only its title.
 */
export function relatedLeaf(type: GraphQLObjectType, input: Input): Leaf | undefined {
  const held = leavesOf(type).filter(
    ({ holder }) => holder !== "" && plain(holder) === plain(input.name),
  );
  const names = held.map(({ name }) => name);
  const slug = names.find((one) => /^(?:handle|slug)$/iu.test(one));
  const name = slug ?? nameFor("name", names) ?? names.find((one) => shortNameWord.test(one));
  const id = nameFor("uid", names);
  const key = getNamedType(input.type).name === "ID" ? (id ?? name) : (name ?? id);
  return held.find((leaf) => leaf.name === key) ?? onlyKey(held);
}

/** Finds the key of an object with unknown words: its only field of type ID. */
function onlyKey(leaves: readonly Leaf[]): Leaf | undefined {
  const ids = leaves.filter(({ type }) => getNamedType(type).name === "ID");
  return ids.length === 1 ? ids[0] : undefined;
}

function alternativesIn(inputs: readonly Input[]): readonly (readonly Input[])[] {
  const chosen = inputs.find((input) => isChoice(inputFields(input)));
  if (chosen === undefined) return [inputs];
  const others = inputs.filter((input) => input !== chosen);
  return inputFields(chosen).map((member) => [...others, member]);
}

function askedLeaves({ type, reads }: Reached): readonly Leaf[] {
  return [...new Set(reads.flatMap((read) => namedAfter(type, read.arguments)))];
}

/** Removes server-assigned ids if objects can be found by another field, so that an id is not used as the name. */
function withoutIds(leaves: readonly Leaf[], reached: Reached): readonly Leaf[] {
  const others = leaves.filter((leaf) => !isOwnId(leaf, reached));
  return others.length === 0 ? leaves : others;
}

/**
 * Whether a field is the object's id. An id inside another object that queries return identifies that object. So does
 * an id in any other object, if the object itself has an id at the top level.
 */
function isOwnId({ name, holder }: Leaf, { type, others = [] }: Reached): boolean {
  if (roleOf(name) !== "uid") return false;
  if (holder === "") return true;
  const held = outputFields(type)[holder];
  if (held !== undefined && others.includes(getNamedType(held).name)) return false;
  return !leavesOf(type).some((leaf) => leaf.holder === "" && roleOf(leaf.name) === "uid");
}

/**
 * Whether every read finds an object by id within a namespace: lists accept all keys of the read except the id. If a
 * read requires no key and lists also filter by id, its keys are alternatives.
 */
function isIdInPlace(reached: Reached): boolean {
  const { type, reads, lists } = reached;
  const isOpen = reads.every(({ arguments: inputs }) => !keysIn(inputs).some(isRequired));
  const found = askedLeaves({ type, reads, lists });
  const isFiltered = (leaf: Leaf): boolean =>
    isOwnId(leaf, reached) && isListedBy(leaf, { type, lists });
  if (isOpen && found.some(isFiltered)) return false;
  const keys = reads.flatMap((read) =>
    alternativesIn(read.arguments).map((inputs) => namedAfter(type, inputs)),
  );
  return (
    keys.length > 0 &&
    keys.every((key) => {
      const others = withoutIds(key, reached);
      const isBoth = others.length > 0 && others.length < key.length;
      return isBoth && others.every((leaf) => isListedBy(leaf, { type, lists }));
    })
  );
}

/**
 * Returns the numeric owner key that serves as the namespace: every read with another required key also requires it,
 * and lists filter by it.
 */
export function numberedPlace({ type, reads, lists }: Reached): Leaf | undefined {
  const keyed = reads
    .map(({ arguments: inputs }) => flattened(inputs).filter(isRequired))
    .filter((inputs) => inputs.length > 1 && namedAfter(type, inputs).length > 0);
  return leavesOf(type).find(
    (leaf) =>
      leaf.holder === "" &&
      isNumber(leaf.type) &&
      keyed.length > 0 &&
      keyed.every((inputs) =>
        inputs.some((input) => isNumber(input.type) && meansLeaf(input.name, leaf, type.name)),
      ) &&
      isListedBy(leaf, { type, lists }),
  );
}

function isNumber(type: Leaf["type"] | Input["type"]): boolean {
  return getNamedType(type).name === "Int";
}

function isListedBy(leaf: Leaf, { type, lists }: Pick<Reached, "lists" | "type">): boolean {
  return lists.some(({ arguments: inputs }) =>
    flattened(inputs).some((input) => asksFor(input, leaf, type)),
  );
}

/** Whether an input has the name of a field, or of the related object that contains it. */
function asksFor(input: Input, leaf: Leaf, type: GraphQLObjectType): boolean {
  return meansLeaf(input.name, leaf, type.name) || relatedLeaf(type, input) === leaf;
}

function placeAmong(leaves: readonly Leaf[], reached: Reached): Leaf | undefined {
  const listed = leaves.filter((leaf) => isListedBy(leaf, reached));
  if (listed.length === 1) return listed[0];
  const own = leaves.filter(({ holder }) => holder === "");
  const required = leaves.filter((leaf) => isAlwaysAsked(leaf, reached));
  const name = wordedAs("name", leaves) ?? own.at(-1) ?? required.at(-1) ?? leaves.at(-1);
  const owners = listed.filter((leaf) => leaf !== name && isAlwaysAsked(leaf, reached));
  // Of several owners, the last one is the closest.
  if (owners.length > 1) return owners.at(-1);
  const worded = wordedAs("namespace", leaves);
  if (worded !== undefined) return worded;
  const [only, ...others] = leaves.filter((leaf) => leaf !== name);
  // An optional key next to a required one is another name of the object.
  const isPlace = only !== undefined && (required.length === 0 || required.includes(only));
  return others.length === 0 && isPlace ? only : owners[0];
}

/**
 * Returns the namespace that every read and list accepts without requiring it, such as `namespace: String = "default"`.
 * The field must have a common name, because optional arguments of reads are rarely part of the key.
 */
function optionalPlace(asked: readonly Leaf[], { type, reads, lists }: Reached): Leaf | undefined {
  const calls = [...reads, ...lists];
  return leavesOf(type).find(
    (leaf) =>
      roleOf(leaf.name) === "namespace" &&
      !asked.includes(leaf) &&
      lists.length > 0 &&
      calls.every(({ arguments: inputs }) =>
        inputs.some(({ name, type: given }) => {
          const isText = ["ID", "String"].includes(getNamedType(given).name);
          return isText && plain(name) === plain(leaf.name);
        }),
      ),
  );
}

function wordedAs(role: "name" | "namespace", leaves: readonly Leaf[]): Leaf | undefined {
  const word = nameFor(
    role,
    leaves.map(({ name }) => name),
  );
  return leaves.find(({ name }) => name === word);
}
