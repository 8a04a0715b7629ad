import { getNamedType, isEnumType, isListType, isNonNullType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { flattened } from "../schema/flattened.ts";
import { keysIn, relatedLeaf } from "../schema/identity.ts";
import type { Identity, Reached } from "../schema/identity.ts";
import { mutationVerb } from "./mutations.ts";
import { isCompared, isIdentity, memberOf } from "./object-writes.ts";
import { nameFor, roleOf, shortNameWord, wordsFor } from "../schema/role-words.ts";
import { bareType, inputFields, isRequired } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { leavesOf, meansLeaf, plain } from "../schema/shapes.ts";
import type { Leaf } from "../schema/shapes.ts";
import { InputReader, isOwnerOf } from "../schema/taken-parts.ts";
import type { TakenPart } from "../schema/taken-parts.ts";

/**
 * Adds an id to an identity: a server-assigned one, if calls find objects by it and only create mutations take the
 * name, or an id by which at least as many mutations find objects as by name. Otherwise, returns the identity
 * unchanged.
 */
export function withGivenId(
  reached: Reached,
  identity: Identity,
  mutations: readonly RootField[],
): Identity {
  const { name: id, namespace } = identity;
  const reader = new InputReader(reached.type, identity);
  const isWorded = roleOf(id.name) === "uid";
  if (!isWorded && !isAssigned(reached, id, { mutations, reader })) {
    return withWrittenId(reached, identity, mutations);
  }
  const calls = mutations.map((field) => reader.partsOf(field));
  // If other calls require the id, a call with an optional id creates an object whose id the server assigns.
  const isDemanded = calls.flat().some((part) => isIdentity(part, id) && part.isRequired);
  const isFound = (parts: readonly TakenPart[]): boolean =>
    parts.some((part) => isIdentity(part, id) && (part.isRequired || !isDemanded));
  if (!calls.some(isFound)) return identity;
  const finding = calls.filter(isFound).flat();
  const changed = new Set(finding.filter((part) => !isCompared(part)).flatMap(pathOf));
  const compared = new Set(finding.filter(isCompared).flatMap(pathOf));
  const creating = calls.filter((parts) => !isFound(parts));
  const demanded = creating.flatMap((parts) => parts.filter(isDemandedKey).flatMap(pathOf));
  const promised = creating.flatMap((parts) => promisedBy(reached.type, parts));
  const own = demanded.length > 0 ? demanded : promised;
  const created = new Set(
    own.length > 0 ? own : creating.flat().flatMap((part) => namesWithin(reached.type, part)),
  );
  // The name must be a field that only create mutations accept, unless it has a common name or is a key of a read.
  const given = leavesOf(reached.type).filter(
    ({ path }) => path !== namespace?.path && created.has(path),
  );
  const fixed = given.filter(
    (leaf) => !changed.has(leaf.path) || wordsFor("name", leaf.name) || isReadByKeys(reached, leaf),
  );
  // Neither a reference to another object nor a value that every list requires is a name. If no other field is fixed on
  // creation, the name is a string that updates can change.
  const isOuter = (leaf: Leaf): boolean => isReference(reached, leaf) || isListScope(reached, leaf);
  if (fixed.length === 0 && isChosen(id, creating)) return identity;
  const leaves = fixed.every(isOuter) ? given.filter(isTextOr(fixed)) : fixed;
  const place = namespace ?? ownerAmong(reached, creating);
  const found = namedAmong(reached, leaves, { place, compared });
  return found === undefined ? identity : { ...found, id };
}

/** Whether create mutations accept an id of a type that may contain any text. */
function isChosen(id: Leaf, creating: readonly (readonly TakenPart[])[]): boolean {
  const accepts = (parts: readonly TakenPart[]): boolean =>
    parts.some(
      (part) =>
        isIdentity(part, id) && ["ID", "String"].includes(getNamedType(part.input.type).name),
    );
  return creating.length > 0 && creating.every(accepts);
}

/**
 * Finds the key of an object's owner: every create mutation requires an argument with the name of the relation
 * (`channel` for `channel.slug`), and lists can be filtered by it. Returns undefined if several keys match.
 */
function ownerAmong(
  { type, lists }: Reached,
  creating: readonly (readonly TakenPart[])[],
): Leaf | undefined {
  const needed = creating.map((parts) =>
    parts.filter(({ isRequired: isNeeded }) => isNeeded).map(({ input }) => input),
  );
  return listOwner({ type, lists }, needed) ?? filteredOwner({ type, lists }, needed);
}

/** Finds the key by which every list finds the owner, as in `project(fullPath).stages`. */
function listOwner(
  { type, lists }: Pick<Reached, "lists" | "type">,
  creating: readonly (readonly Input[])[],
): Leaf | undefined {
  const [only, ...more] = leavesOf(type).filter(
    (leaf) =>
      lists.length > 0 &&
      creating.length > 0 &&
      lists.every(({ arguments: inputs, spelled = {} }) =>
        inputs.some(({ name }) => spelled[name] !== undefined && meansLeaf(name, leaf, type.name)),
      ) &&
      creating.every((inputs) =>
        inputs.some(
          (input) => isOwnerOf(input, leaf.path) || meansLeaf(input.name, leaf, type.name),
        ),
      ),
  );
  return more.length > 0 ? undefined : only;
}

function filteredOwner(
  { type, lists }: Pick<Reached, "lists" | "type">,
  creating: readonly (readonly Input[])[],
): Leaf | undefined {
  const [first = [], ...others] = creating;
  const filters = new Set(
    lists.flatMap(({ arguments: inputs }) => keysIn(inputs).map(({ name }) => name)),
  );
  const [only, ...more] = keysIn(first).filter(
    ({ name }) =>
      filters.has(name) && others.every((inputs) => inputs.some((input) => input.name === name)),
  );
  return only === undefined || more.length > 0 ? undefined : relatedLeaf(type, only);
}

/** A field that every list requires cannot identify a single object. */
function isListScope({ type, lists }: Reached, leaf: Leaf): boolean {
  return (
    lists.length > 0 &&
    lists.every(({ arguments: inputs }) =>
      flattened(inputs).some(
        (input) => isRequired(input) && meansLeaf(input.name, leaf, type.name),
      ),
    )
  );
}

/**
 * Whether a field refers to another object: the id in that object, such as `team.id`, or a field that is named after
 * another type, such as `depot` or `depotId`.
 */
function isReference({ others = [] }: Reached, { name, holder, path }: Leaf): boolean {
  if (holder !== "") return roleOf(name) === "uid";
  const word = plain(path);
  return others.some((other) => [plain(other), `${plain(other)}id`].includes(word));
}

function isTextOr(others: readonly Leaf[]): (leaf: Leaf) => boolean {
  return (leaf) =>
    others.includes(leaf) || (leaf.holder === "" && getNamedType(leaf.type).name === "String");
}

function namedAmong(
  reached: Reached,
  leaves: readonly Leaf[],
  known: { readonly place: Leaf | undefined; readonly compared: ReadonlySet<string> },
): Pick<Identity, "name" | "namespace"> | undefined {
  const listed = known.place ?? placeNotNamed(reached, leaves);
  const texts = leaves.filter((leaf) => leaf !== listed && !isEnumType(getNamedType(leaf.type)));
  // If two immutable values are both list filters, one of them is the namespace.
  const isNested = listed === undefined && texts.length === 2 && texts.every(isListed(reached));
  const inner = isNested ? unwatchedAmong(reached, texts) : undefined;
  const name = keyAmong(reached, texts, inner);
  if (name === undefined) return undefined;
  const referring = texts.filter((leaf) => leaf !== name && isReference(reached, leaf));
  const [owner] = referring.length === 1 ? referring.filter(isListed(reached)) : [];
  const outer = isNested ? texts.find((leaf) => leaf !== name) : owner;
  // An immutable value that filters compare together with the name is the namespace.
  const [other, ...more] = texts.filter(
    (leaf) =>
      leaf !== name && known.compared.has(leaf.path) && roleOf(leaf.name) !== "resourceVersion",
  );
  const place = listed ?? outer ?? (more.length === 0 ? other : undefined);
  return { name, ...(place === undefined ? {} : { namespace: place }) };
}

/** A filter of lists by the only field with the word for a name, such as `slug`, finds objects and no namespace. */
function placeNotNamed(reached: Reached, leaves: readonly Leaf[]): Leaf | undefined {
  const place = placeAmong(reached, leaves);
  if (place === undefined || isListScope(reached, place)) return place;
  return place.holder === holderOfAll(leaves) && place === wordedName(leaves) ? undefined : place;
}

/** The object that contains all fields. Undefined if they are in different objects. */
function holderOfAll([first, ...others]: readonly Leaf[]): string | undefined {
  return others.every(({ holder }) => holder === first?.holder) ? first?.holder : undefined;
}

/**
 * Finds the name: the key of a read, a field with a common name, the given field, the last key of a read by several
 * keys, or the first field. Fields that refer to another object are not names.
 */
function keyAmong(
  reached: Reached,
  texts: readonly Leaf[],
  inner: Leaf | undefined,
): Leaf | undefined {
  const own = texts.filter((leaf) => !isReference(reached, leaf));
  const keys = own.filter((leaf) => isReadBy(reached, leaf));
  const [key] = keys.length === 1 ? keys : [];
  const worded = wordedName(own.length > 0 ? own : texts);
  return key ?? worded ?? inner ?? lastRead(reached, own) ?? own.at(0) ?? texts.at(0);
}

/** Returns the last key of a read that requires all keys. It names the object within the other keys. */
function lastRead({ type, reads }: Reached, keys: readonly Leaf[]): Leaf | undefined {
  for (const { arguments: inputs } of reads) {
    const needed = inputs.filter(isRequired);
    const means = (leaf: Leaf): number =>
      needed.findIndex((input) => meansLeaf(input.name, leaf, type.name));
    if (!keys.every((leaf) => means(leaf) >= 0)) continue;
    return keys.toSorted((left, right) => means(right) - means(left))[0];
  }
  return undefined;
}

/** Whether a read requires a value together with another key. */
function isReadByKeys(reached: Reached, leaf: Leaf): boolean {
  const reads = reached.reads.filter(
    ({ arguments: inputs }) => inputs.filter(isRequired).length > 1,
  );
  return isReadBy({ ...reached, reads }, leaf);
}

/** Finds the only value that no watch of several objects takes. Such a watch can be limited to a namespace. */
function unwatchedAmong(
  { type, watches = [] }: Reached,
  leaves: readonly Leaf[],
): Leaf | undefined {
  const [inner, ...others] = leaves.filter((leaf) => !isAskedBy(watches, leaf, type));
  return others.length === 0 ? inner : undefined;
}

function isReadBy({ type, reads }: Reached, leaf: Leaf): boolean {
  return reads.some(({ arguments: inputs }) =>
    inputs.filter(isRequired).some((input) => meansLeaf(input.name, leaf, type.name)),
  );
}

/**
 * Finds the field with a common name for names, or else the only field whose name contains a common term for a short
 * name.
 */
function wordedName(texts: readonly Leaf[]): Leaf | undefined {
  const usual = nameFor(
    "name",
    texts.map(({ name }) => name),
  );
  const [worded, ...alike] = texts.filter((leaf) => shortNameWord.test(leaf.name));
  const short = alike.length === 0 ? worded : undefined;
  return texts.find((leaf) => leaf.name === usual) ?? short;
}

/**
 * Whether the server assigns a key although its name does not indicate this, such as `pumpId`: the key has an id type,
 * and a mutation that writes object fields does not accept it. If a create mutation accepts the key, the client assigns
 * it.
 */
function isAssigned(
  { type }: Reached,
  key: Leaf,
  { mutations, reader }: { readonly mutations: readonly RootField[]; readonly reader: InputReader },
): boolean {
  if (!idType.test(getNamedType(key.type).name)) return false;
  const takesKey = (field: RootField): boolean =>
    reader.partsOf(field).some((part) => isIdentity(part, key));
  const isCreation = (field: RootField): boolean =>
    mutationVerb(field, type.name)?.verb === "create";
  const [found, others] = [mutations.filter(takesKey), mutations.filter((one) => !takesKey(one))];
  return (
    found.length > 0 &&
    !found.some(isCreation) &&
    others.some((field) => new Set(reader.partsOf(field).flatMap(pathOf)).size > 1)
  );
}

/**
 * Writes may identify objects by id even if reads identify them by name. A field with another name is an id if its type
 * is one, and if no mutation takes it together with the name.
 */
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
  const isTaken = (leaf: Leaf): boolean => {
    const found = [...takes(leaf)].filter((parts) => !named.has(parts));
    return found.length > 0 && found.length >= named.size;
  };
  const isNeeded = (leaf: Leaf): boolean =>
    [...takes(leaf)].every(
      (parts) =>
        !named.has(parts) && parts.some((part) => part.isRequired && isIdentity(part, leaf)),
    );
  const around = leavesOf(type).filter(({ holder }) => holder === identity.name.holder);
  const id =
    around.find((leaf) => roleOf(leaf.name) === "uid" && isTaken(leaf)) ??
    around.find((leaf) => isIdTyped(leaf) && isTaken(leaf) && isNeeded(leaf));
  return id === undefined ? identity : { ...identity, id };
}

function isIdTyped({ type }: Leaf): boolean {
  return isNonNullType(type) && idType.test(getNamedType(type).name);
}

const idType = /^id$|uuid|guid/iu;

function pathOf(part: TakenPart): readonly string[] {
  const path = memberOf(part);
  return path === undefined ? [] : [path];
}

function isKey(part: TakenPart): boolean {
  const { name } = getNamedType(part.input.type);
  const isPlain = !["Boolean", "Float", "Int"].includes(name) && !isListType(bareType(part.input));
  return isPlain && part.of.part === "value" && !isCompared(part);
}

function isDemandedKey(part: TakenPart): boolean {
  return part.isRequired && isKey(part);
}

/**
 * Returns the non-null fields that a create mutation can set, if all inputs of create mutations are optional. Generated
 * schemas without constraints have only optional inputs.
 */
function promisedBy(type: GraphQLObjectType, parts: readonly TakenPart[]): readonly string[] {
  const given = new Set(parts.filter(isKey).flatMap(pathOf));
  return leavesOf(type)
    .filter((leaf) => leaf.holder === "" && isNonNullType(leaf.type) && given.has(leaf.path))
    .map(({ path }) => path);
}

/** Returns the names that objects have inside their spec, such as `spec.name`, if create mutations require them there. */
function namesWithin(type: GraphQLObjectType, { input, of }: TakenPart): readonly string[] {
  if (of.part !== "body") return [];
  const needed = inputFields(input).filter(isRequired);
  return leavesOf(type)
    .filter(({ holder, name }) => holder === of.member && wordsFor("name", name))
    .filter(({ name }) => needed.some((one) => plain(one.name) === plain(name)))
    .map(({ path }) => path);
}

function isListed({ type, lists }: Reached): (leaf: Leaf) => boolean {
  return (leaf) => isAskedBy(lists, leaf, type);
}

/** A filter by name does not make the name a namespace. */
function placeAmong({ type, lists }: Reached, leaves: readonly Leaf[]): Leaf | undefined {
  const listed = leaves.filter(
    (leaf) => !wordsFor("name", leaf.name) && isAskedBy(lists, leaf, type),
  );
  return listed.length === 1 && leaves.length > 1 ? listed[0] : undefined;
}

function isAskedBy(fields: readonly RootField[], leaf: Leaf, type: GraphQLObjectType): boolean {
  return fields.some((field) =>
    flattened(field.arguments).some((input) => {
      // A filter by several values ends so in generated schemas.
      const one = isListType(bareType(input)) ? input.name.replace(/_?in$/iu, "") : input.name;
      return meansLeaf(one, leaf, type.name);
    }),
  );
}
