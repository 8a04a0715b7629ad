import { getNamedType, isLeafType, isObjectType } from "graphql";
import type { GraphQLNamedType, GraphQLObjectType } from "graphql";
import { anatomyOf } from "../operations/anatomy.ts";
import type { Anatomy } from "../operations/anatomy.ts";
import { haveBareBodies } from "../operations/bare-bodies.ts";
import { collectionOf, linkedPages } from "../schema/collections.ts";
import type { Collection } from "../schema/collections.ts";
import { flattened } from "../schema/flattened.ts";
import { givenFor, hintedLeaf, isMeant, noHints } from "../schema/user-hints.ts";
import type { Hints } from "../schema/user-hints.ts";
import { holderOf, keysIn, matchesOf } from "../schema/identity.ts";
import type { Identity } from "../schema/identity.ts";
import { withFurtherKeys } from "../operations/further-keys.ts";
import { ownLexicon, usualLexicon } from "../schema/lexicon.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import { partsByWord, pathsOf } from "../schema/object-types.ts";
import type { TypePaths } from "../schema/object-types.ts";
import { isDeletionOf } from "../operations/mutations.ts";
import { withPlace } from "../operations/namespace-paths.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { groupOf, isListed, isRequired, outputFields } from "../schema/root-fields.ts";
import { findsObjects } from "../schema/owned-reads.ts";
import { isIdentity } from "../operations/object-writes.ts";
import { genericAnatomy } from "../operations/generic-anatomy.ts";
import { NameIndex } from "../schema/name-index.ts";
import { isByNumber } from "../schema/numbered-identity.ts";
import { writtenIn } from "../schema/payloads.ts";
import { wholesOf } from "../schema/related-parts.ts";
import type { WholeReader } from "../schema/related-parts.ts";
import { roleOf } from "../schema/role-words.ts";
import { runningOperationOf } from "../schema/running-operations.ts";
import { leavesOf } from "../schema/shapes.ts";
import { spokenNames } from "../schema/spoken-names.ts";
import {
  creationAmong,
  generationAmong,
  labelsAmong,
  uidAmong,
} from "../operations/spare-leaves.ts";

export interface KindType {
  readonly name: string;
  readonly type: GraphQLObjectType;
  readonly paths: TypePaths;
  readonly lexicon: Lexicon;
  /** Derived from types. Absent if only names matched. */
  readonly anatomy?: Anatomy;
  /** Whether the type represents objects of any kind. An argument selects the kind. */
  readonly isGeneric: boolean;
  readonly reads: readonly RootField[];
  readonly lists: readonly ListField[];
}

export interface ListField {
  readonly field: RootField;
  readonly collection: Collection;
}

export function kindTypes(
  queries: readonly RootField[],
  { mutations, subscriptions = [], hints = noHints }: FieldsAround,
): readonly KindType[] {
  const found = reachedBy(queries);
  const readable = [...found.values()].filter(({ reads }) => reads.length > 0);
  const written = writtenTypes(readable, mutations, hints);
  return readable.flatMap((one) => {
    const kind = kindOf(givenReads(one, hints), {
      mutations: isGeneric(one)
        ? writesOfAnyKind(one, mutations)
        : (written.get(one.type.name) ?? []),
      hints,
      subscriptions,
      others: [...found.keys()].filter((name) => name !== one.type.name),
    });
    return kind === undefined ? [] : [kind];
  });
}

/** Returns the mutations that an argument applies to a kind. They return the generic type, or no object. */
function writesOfAnyKind({ type }: Found, mutations: readonly RootField[]): readonly RootField[] {
  const names = new Set([type.name]);
  return mutations.filter(
    (field) =>
      namesAKind(field.arguments) &&
      (writtenIn(field.type, names).kind === type.name || isLeafType(getNamedType(field.type))),
  );
}

/** A field that the user specified for reading or listing objects is the only candidate. */
function givenReads(found: Found, hints: Hints): Found {
  const isGiven = (verb: "list" | "read", field: RootField): boolean =>
    givenFor(hints, field)?.verb === verb;
  const reads = found.reads.filter((field) => isGiven("read", field));
  const lists = found.lists.filter(({ field }) => isGiven("list", field));
  return {
    ...found,
    reads: reads.length > 0 ? reads : found.reads,
    lists: lists.length > 0 ? lists : found.lists,
  };
}

export interface Found {
  readonly type: GraphQLObjectType;
  readonly reads: RootField[];
  readonly lists: ListField[];
}

export function reachedBy(queries: readonly RootField[]): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  const direct = new Set(queries.map(({ type }) => getNamedType(type).name));
  for (const field of queries) {
    const collection = collectionFor(field, direct);
    const type: GraphQLNamedType = collection?.item ?? getNamedType(field.type);
    // A long-running operation is not an object.
    if (!isObjectType(type) || runningOperationOf(type) !== undefined) continue;
    const before = found.get(type.name) ?? { type, reads: [], lists: [] };
    if (collection !== undefined) before.lists.push({ field, collection });
    else if (keysIn(field.arguments).length > 0 || isByNumber(type, field.arguments))
      before.reads.push(field);
    found.set(type.name, before);
  }
  return found;
}

/** Undefined for an object that contains a list but has its own key. */
export function collectionFor(
  field: RootField,
  direct: ReadonlySet<string>,
): Collection | undefined {
  const collection = collectionOf(field.type);
  const type = getNamedType(field.type);
  if (collection === undefined || collection.items === "" || !isObjectType(type)) return collection;
  if (collection.item === type || findsObjects(type)) return undefined;
  const { item } = collection;
  const listed = isObjectType(item) ? matchesOf(item, field) : 0;
  // The token for the next page is not a key.
  const page = linkedPages(field, undefined)?.argument;
  const own = matchesOf(type, {
    ...field,
    arguments: field.arguments.filter(({ name }) => name !== page),
  });
  const isObject =
    own > listed || (own > 0 && own === listed && (isFoundById(field) || !direct.has(item.name)));
  return isObject ? undefined : collection;
}

/** Lists never require an id. */
export function isFoundById({ arguments: inputs }: RootField): boolean {
  return inputs.some((input) => isRequired(input) && roleOf(input.name) === "uid");
}

function writtenTypes(
  readable: readonly Found[],
  mutations: readonly RootField[],
  hints: Hints,
): ReadonlyMap<string, readonly RootField[]> {
  const own = readable.filter((one) => !isGeneric(one));
  const typed = own.map(({ type }) => type.name);
  const index = new NameIndex(typed, spokenAmong(own));
  const names = new Set(readable.map(({ type }) => type.name));
  const found = new Map<string, RootField[]>();
  const ownerFor = ownersOf(mutations, { names, index, wholeOf: wholesOf(readable, mutations) });
  for (const field of mutations) {
    const given = givenFor(hints, field)?.kind;
    const meant = given === undefined ? undefined : typed.find((name) => isMeant(name, given));
    const owner = meant ?? ownerFor(field);
    if (owner === undefined) continue;
    const before = found.get(owner) ?? [];
    before.push(field);
    found.set(owner, before);
  }
  return found;
}

/** Returns the names by which queries refer to types, and the names of these types. */
export function spokenAmong(
  found: readonly Pick<KindType, "lists" | "reads" | "type">[],
): ReadonlyMap<string, string> {
  return spokenNames(
    found.map(({ type, reads, lists }) => ({
      name: type.name,
      fields: [...reads, ...lists.map(({ field }) => field)],
    })),
  );
}

/**
 * Returns a function that finds the type of a field. A field whose result and own name do not indicate its type has the
 * type of the other fields in its group.
 */
export function ownersOf(
  fields: readonly RootField[],
  { names, index, wholeOf }: KnownTypes,
): (field: RootField) => string | undefined {
  const groups = new Map<string, Set<string>>();
  const siblings = ownersByNoun(fields, names);
  const deleted = deletedKinds(fields, { names, index });
  const repliedBy = (field: RootField): string | undefined => {
    const named = deleted(field);
    if (named !== undefined) return named;
    const replied = writtenIn(field.type, names).kind;
    const whole = replied === undefined ? undefined : wholeOf(field, replied);
    return whole ?? replied ?? siblings(field) ?? index.longestIn(field.name);
  };
  for (const field of fields) {
    const owner = repliedBy(field);
    const group = groupOf(field);
    if (group === "" || owner === undefined) continue;
    groups.set(group, (groups.get(group) ?? new Set()).add(owner));
  }
  return (field) => {
    const [owner, ...others] = groups.get(groupOf(field)) ?? [];
    const shared = others.length > 0 ? undefined : owner;
    return repliedBy(field) ?? shared ?? ownerOf(field, names, index);
  };
}

/**
 * Returns a function that finds the type in the name of a deletion that returns another type: `deleteRunner` may return
 * the repository of the runner. Other mutations must return the type.
 */
export function deletedKinds(
  fields: readonly RootField[],
  { names, index }: Pick<KnownTypes, "index" | "names">,
): (field: RootField) => string | undefined {
  const returnedBy = ({ type }: RootField): string | undefined => writtenIn(type, names).kind;
  const returned = new Set(fields.map(returnedBy));
  return (field) => {
    const [named, other] = [index.longestIn(field.name), returnedBy(field)];
    if (named === undefined || other === undefined || other === named) return undefined;
    return returned.has(named) && isDeletionOf(field, named) ? named : undefined;
  };
}

/**
 * Returns a function that finds the type of a field that returns no object, by the fields of its group with the same
 * noun: next to `createPod`, which returns a pod, `deletePod` deletes pods, regardless of the names of types.
 */
function ownersByNoun(
  fields: readonly RootField[],
  names: ReadonlySet<string>,
): (field: RootField) => string | undefined {
  const owners = new Map<string, Set<string>>();
  for (const field of fields) {
    const owner = writtenIn(field.type, names).kind;
    const place = placeOfNoun(field);
    if (owner === undefined || place === undefined) continue;
    owners.set(place, (owners.get(place) ?? new Set()).add(owner));
  }
  return (field) => {
    const [owner, ...others] = owners.get(placeOfNoun(field) ?? "") ?? [];
    return others.length === 0 ? owner : undefined;
  };
}

/** The group of a field, with its name after the verb. Undefined outside of groups. */
function placeOfNoun(field: RootField): string | undefined {
  const group = groupOf(field);
  const [, noun] = /^\p{Ll}+_?(\p{Lu}.*)$/u.exec(field.name) ?? [];
  return group === "" || noun === undefined ? undefined : `${group}.${noun}`;
}

interface KnownTypes {
  readonly names: ReadonlySet<string>;
  readonly index: NameIndex;
  readonly wholeOf: WholeReader;
}

/**
 * Returns the type that a mutation writes: the type that it returns, or else the type in the name of the mutation, its
 * result type or an input type.
 */
export function ownerOf(
  field: RootField,
  names: ReadonlySet<string>,
  typed: NameIndex,
): string | undefined {
  const replied = writtenIn(field.type, names).kind;
  if (replied !== undefined) return replied;
  const inputs = field.arguments.map(({ type }) => getNamedType(type).name);
  // The innermost group is the closest: `workspace.sluices.retire` retires a sluice.
  const steps = field.path.split(".").toReversed();
  for (const word of [...steps, getNamedType(field.type).name, ...inputs]) {
    const found = typed.longestIn(word);
    if (found !== undefined) return found;
  }
  return typed.byLastWord(field.name) ?? referredTo(field, typed) ?? typed.only;
}

/** Finds the only type whose objects a call identifies by an argument such as `jobId`. */
function referredTo(field: RootField, typed: NameIndex): string | undefined {
  const found = flattened(field.arguments).flatMap(({ name }) => {
    const stem = /^(?<stem>.+?)_?(?:Id|ID|id|Uid|uid|Uuid|uuid)$/u.exec(name)?.groups?.["stem"];
    return stem === undefined ? [] : (typed.longestIn(stem) ?? typed.byLastWord(`a_${stem}`) ?? []);
  });
  const [only, ...others] = new Set(found);
  return others.length === 0 ? only : undefined;
}

interface FieldsAround {
  readonly mutations: readonly RootField[];
  readonly subscriptions?: readonly RootField[];
  readonly hints?: Hints;
}

function kindOf(
  found: Found,
  {
    mutations,
    hints,
    subscriptions,
    others,
  }: Required<FieldsAround> & { readonly others: readonly string[] },
): KindType | undefined {
  const { type, reads, lists } = found;
  const listed = lists.map(({ field }) => field);
  const names = new Set([type.name]);
  const watches = subscriptions.filter((field) => writtenIn(field.type, names).kind === type.name);
  const reached = { type, reads, lists: listed, watches, others };
  const anatomy = isGeneric(found)
    ? genericAnatomy(reached, mutations, hints)
    : anatomyOf(reached, mutations, hints);
  // An implementation of a listed interface is a kind only if a mutation creates its objects.
  const isListedAmongOthers = lists.some(({ field }) => field.isOfInterface === true);
  const verbs = [...(anatomy?.verbs.values() ?? [])].map(({ value }) => value);
  if (isListedAmongOthers && !verbs.includes("create")) return undefined;
  if (anatomy === undefined) return wordedKind(found);
  const paths = pathsFrom(type, anatomy, { mutations, hints });
  const leaves = leavesOf(type)
    .filter(({ holder }) => holder === "" || holder === holderOf(anatomy.identity))
    .map(({ name }) => name);
  const { versionInputs, spec, status, reader } = anatomy;
  const isById = anatomy.identity.id !== undefined;
  const hasBareBodies = haveBareBodies(type, mutations, (field) =>
    reader.partsOf(field).some((part) => isIdentity(part, anatomy.identity.name)),
  );
  const parts = { kind: type.name, paths, versionInputs, spec, status, leaves, reader, isById };
  return {
    ...found,
    reads: namedFirst(reads, anatomy),
    name: type.name,
    paths,
    anatomy,
    lexicon: { ...withFurtherKeys(ownLexicon(parts), reads), hasBareBodies },
    isGeneric: isGeneric(found),
  };
}

/** Sorts reads by name before reads by id. Only the name is known before the object exists. */
function namedFirst(
  reads: readonly RootField[],
  { reader, identity }: Anatomy,
): readonly RootField[] {
  const named = reads.filter((read) =>
    reader.partsOf(read).some((part) => isIdentity(part, identity.name)),
  );
  return [...named, ...reads.filter((read) => !named.includes(read))];
}

function wordedKind(found: Found): KindType | undefined {
  const { type, reads } = found;
  const worded = pathsOf(type);
  const named = reads.filter((field) =>
    flattened(field.arguments).some(({ name }) => roleOf(name) === "name"),
  );
  if (worded === undefined || named.length === 0) return undefined;
  const asked = named.map((field) => flattened(field.arguments));
  const paths = withPlace(type, worded, asked);
  const lexicon = withFurtherKeys(usualLexicon(paths), named);
  return { ...found, reads: named, name: type.name, paths, lexicon, isGeneric: isGeneric(found) };
}

function pathsFrom(
  type: GraphQLObjectType,
  anatomy: Anatomy,
  { mutations, hints }: { readonly mutations: readonly RootField[]; readonly hints: Hints },
): TypePaths {
  const { identity, version, spec, status } = anatomy;
  const taken = new Set([
    identity.name.path,
    identity.namespace?.path,
    identity.id?.path,
    ...(identity.further ?? []).map(({ path }) => path),
    version.value.path,
    ...spec,
    ...status,
  ]);
  const worded = Object.fromEntries(
    Object.entries(partsByWord(type)).filter(
      ([role, path]) =>
        !["name", "namespace", "resourceVersion"].includes(role) && !taken.has(path),
    ),
  );
  const more = {
    ...uidAmong(type, worded, taken),
    ...generationAmong(type, { worded, taken, mutations, anatomy }),
    ...labelsAmong(type, { worded, taken, mutations, anatomy }),
    ...creationAmong(type, {
      worded,
      taken,
      mutations,
      anatomy,
      holder: holderOf(identity),
    }),
  };
  const given = (["uid", "generation", "labels"] as const).flatMap((part) => {
    const leaf = hintedLeaf(type, hints.words[part]);
    return leaf === undefined ? [] : [[part, leaf.path] as const];
  });
  return {
    ...worded,
    ...more,
    ...assignedUid(identity, worded),
    ...Object.fromEntries(given),
    ...(identity.id === undefined ? {} : { uid: identity.id.path }),
    name: identity.name.path,
    ...(identity.namespace === undefined ? {} : { namespace: identity.namespace.path }),
    resourceVersion: version.value.path,
    ...bodyPath(type, "spec", spec),
    ...bodyPath(type, "status", status),
  };
}

function assignedUid(
  { assigned = [] }: Identity,
  worded: Readonly<Record<string, string | undefined>>,
): { readonly uid?: string } {
  const [first] = assigned;
  return worded["uid"] !== undefined || first === undefined ? {} : { uid: first.path };
}

/** Returns the path of the field that contains the spec or the status. Empty if its fields are next to the identity. */
function bodyPath(
  type: GraphQLObjectType,
  side: "spec" | "status",
  members: readonly string[],
): Partial<Record<"spec" | "status", string>> {
  const [only, ...others] = members;
  if (only === undefined || others.length > 0) return {};
  const inner = outputFields(type)[only];
  // A list can only be a field of the spec or status, because the spec and the status are objects.
  const named = inner === undefined || isListed(inner) ? undefined : getNamedType(inner);
  return named !== undefined && (isObjectType(named) || !leafNames.has(named.name))
    ? { [side]: only }
    : {};
}

const leafNames = new Set(["Boolean", "Float", "ID", "Int", "String"]);

function isGeneric({ reads }: Pick<Found, "reads">): boolean {
  return reads.every((field) => namesAKind(field.arguments));
}

export function namesAKind(inputs: readonly Input[]): boolean {
  return flattened(inputs).some(({ name }) => roleOf(name) === "kind");
}
