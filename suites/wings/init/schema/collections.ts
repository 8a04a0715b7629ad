import { getNamedType, isEnumType, isNonNullType, isObjectType, isScalarType } from "graphql";
import type { GraphQLNamedType, GraphQLObjectType, GraphQLOutputType } from "graphql";
import type { CursorPages, ListOperation } from "#targets/graphql";
import { memoized } from "#contract";
import { isListed, outputFields } from "./root-fields.ts";
import type { RootField } from "./root-fields.ts";
import { nameFor, roleOf, wordsFor } from "./role-words.ts";
import { plain } from "./shapes.ts";

/** Describes how to read a list of objects, and its pages, from the result of a field. */
export interface Collection extends Pick<ListOperation, "items" | "pages" | "resourceVersion"> {
  readonly item: GraphQLNamedType;
}

/** Common names of the list field in an object that wraps a list. */
const listNames = ["items", "nodes", "edges", "results", "entries"];

/** Finds the objects in the result of a field: a list, or an object that contains a list. Undefined for other types. */
export function collectionOf(type: GraphQLOutputType): Collection | undefined {
  if (isListed(type)) return listed(getNamedType(type));
  return collectionWithin(getNamedType(type));
}

function listed(entry: GraphQLNamedType): Collection {
  const inner = wrappedIn(entry);
  return inner === undefined ? { items: "", item: entry } : { items: inner.name, item: inner.type };
}

const collectionWithin = memoized((named: GraphQLNamedType): Collection | undefined => {
  const members = outputFields(named);
  const name =
    listNames.find((candidate) => isList(members[candidate])) ??
    Object.keys(members).find((member) => isList(members[member]) && isObjectList(members[member]));
  const list = name === undefined ? undefined : members[name];
  if (name === undefined || list === undefined || isObjectWithIdentity(members)) return undefined;
  // An object may have a list of its own, such as a history. A page has neither an id nor a time of creation.
  if (!listNames.includes(name) && isObjectOfItsOwn(members)) return undefined;
  const found = unwrapped(name, getNamedType(list));
  return { ...found, ...versionOf(members), ...pagesOf(members) };
});

/** Whether a type is the entry of a connection: an object next to its position, or alone as `node`. */
export function isEdge(type: GraphQLNamedType): boolean {
  const names = Object.keys(outputFields(type));
  const isNode = names.includes("node");
  return names.some((name) => isPosition(name))
    ? isNode || wrappedIn(type) !== undefined
    : (isNode && names.length === 1) || (names.some(isAddress) && wrappedIn(type) !== undefined);
}

function isPosition(name: string): boolean {
  return /^(?:cursor|score|rank|offset|index)$/iu.test(name);
}

/** Whether a field contains the address of the object next to it, as in a bundle of resources. */
function isAddress(name: string): boolean {
  return /^(?:full)?(?:ur[il]|href|self)$/u.test(plain(name));
}

/** Finds the objects of a list. Its entries may wrap them, as in `edges.node`. */
function unwrapped(items: string, entry: GraphQLNamedType): Pick<Collection, "item" | "items"> {
  const node = outputFields(entry)["node"];
  if (node !== undefined) return { items: `${items}.node`, item: getNamedType(node) };
  const inner = wrappedIn(entry);
  return inner === undefined
    ? { items, item: entry }
    : { items: `${items}.${inner.name}`, item: inner.type };
}

/**
 * Returns the only field of a type that merely wraps an object, such as `data`. A position such as `cursor` may be next
 * to this field, and so may the address of an object with an id or a name. Undefined for other types.
 */
export function wrappedIn(
  type: GraphQLNamedType,
): { readonly name: string; readonly type: GraphQLObjectType } | undefined {
  const members = Object.entries(outputFields(type));
  const isOwn = ([name, inner]: (typeof members)[number]): boolean =>
    !isObjectType(getNamedType(inner)) && !isPosition(name) && !isAddress(name);
  const objects = members.flatMap(([name, inner]) => {
    const named = getNamedType(inner);
    return isListed(inner) || !isObjectType(named) ? [] : [{ name, type: named }];
  });
  // The metadata of an object is not the object.
  if (objects.some((one) => isNamedByRole(one.type))) return undefined;
  const [only, ...others] = objects;
  const isAddressed = members.some(([name]) => isAddress(name));
  if (only !== undefined && isAddressed && !hasIdentity(only.type)) return undefined;
  return others.length > 0 || members.some(isOwn) || members.some(([, inner]) => isListed(inner))
    ? undefined
    : only;
}

function hasIdentity(type: GraphQLObjectType): boolean {
  const names = Object.keys(outputFields(type));
  return (["uid", "name"] as const).some((role) => nameFor(role, names) !== undefined);
}

function isNamedByRole(type: GraphQLObjectType): boolean {
  return Object.keys(outputFields(type)).every((name) => roleOf(name) !== undefined);
}

function isList(type: GraphQLOutputType | undefined): boolean {
  return type !== undefined && isListed(type);
}

function isObjectList(type: GraphQLOutputType | undefined): boolean {
  return type !== undefined && isObjectType(getNamedType(type));
}

function isObjectWithIdentity(members: Readonly<Record<string, GraphQLOutputType>>): boolean {
  return nameFor("name", Object.keys(members)) !== undefined;
}

function isObjectOfItsOwn(members: Members): boolean {
  return Object.keys(members).some((name) =>
    (["uid", "generation", "creationTimestamp"] as const).some((role) => wordsFor(role, name)),
  );
}

type Members = Readonly<Record<string, GraphQLOutputType>>;

function versionOf(members: Members): Pick<ListOperation, "resourceVersion"> {
  const own = nameFor("resourceVersion", leavesOf(members));
  if (own !== undefined) return { resourceVersion: own };
  const holder = members["metadata"] ?? members["meta"];
  const inner = holder && nameFor("resourceVersion", leavesOf(outputFields(getNamedType(holder))));
  if (inner === undefined) return {};
  return { resourceVersion: `${members["metadata"] === undefined ? "meta" : "metadata"}.${inner}` };
}

/** Returns the path of a list's version if it has the same name as the version of objects. Undefined otherwise. */
export function versionCalled(word: string, type: GraphQLOutputType): string | undefined {
  if (isListed(type)) return undefined;
  const members = outputFields(getNamedType(type));
  const holders = Object.entries(members).flatMap(([holder, inner]): [string, Members][] =>
    isListed(inner) ? [] : [[`${holder}.`, outputFields(getNamedType(inner))]],
  );
  for (const [at, held] of [["", members] as const, ...holders]) {
    const name = leavesOf(held).find((one) => plain(one) === plain(word));
    if (name !== undefined) return `${at}${name}`;
  }
  return undefined;
}

function leavesOf(members: Members): readonly string[] {
  return Object.entries(members)
    .filter(([, type]) => isScalarType(getNamedType(type)) || isEnumType(getNamedType(type)))
    .map(([name]) => name);
}

/** Common field names for the start of the next page. */
const nextNames = [
  "endCursor",
  "continue",
  "nextCursor",
  "nextPageToken",
  "nextToken",
  "next",
  "after",
];

/** The cursor and the flag for further pages can be next to the list, or in an object next to it such as `pageInfo`. */
function pagesOf(members: Members): Pick<ListOperation, "pages"> {
  const holders = Object.entries(members).flatMap(([name, type]): [string, Members][] =>
    isListed(type) ? [] : [[`${name}.`, outputFields(getNamedType(type))]],
  );
  for (const [at, held] of [...holders, ["", members] as const]) {
    const leaves = leavesOf(held);
    const next = nextNames
      .map((usual) => leaves.find((name) => plain(name) === plain(usual)))
      .find((name) => name !== undefined);
    if (next === undefined) continue;
    const more = leaves.find((name) => isMoreFlag(name, held[name] && getNamedType(held[name])));
    return {
      pages: { next: `${at}${next}`, ...(more === undefined ? {} : { more: `${at}${more}` }) },
    };
  }
  return {};
}

function isMoreFlag(name: string, type: GraphQLNamedType | undefined): boolean {
  return type?.name === "Boolean" && /(?:more|next(?:page)?)$/u.test(plain(name));
}

/** Pagination by a token: the next request takes a value from the previous response. */
export interface LinkedPages {
  readonly argument: string;
  readonly pages: CursorPages;
}

/**
 * Finds an argument and a field of the response that match by type and name, such as `pageToken` and
 * `meta.nextPageToken`. Undefined if there is no match. The list's version, at path `version`, is not a token.
 */
export function linkedPages(
  { type, arguments: inputs }: Pick<RootField, "arguments" | "type">,
  version: string | undefined,
): LinkedPages | undefined {
  if (isListed(type)) return undefined;
  const leaves = leafPaths(outputFields(getNamedType(type))).filter(({ path }) => path !== version);
  const more = leaves.find(({ path, named }) => isMoreFlag(path, named));
  for (const input of inputs) {
    const named = getNamedType(input.type);
    if (isNonNullType(input.type) || !isScalarType(named) || isCounting(named)) continue;
    if (roleOf(input.name) !== undefined) continue;
    const next = leaves.find((leaf) => leaf.named === named && isSameWord(leaf.path, input.name));
    if (next === undefined) continue;
    const pages = { next: next.path, ...(more === undefined ? {} : { more: more.path }) };
    return { argument: input.name, pages };
  }
  return undefined;
}

interface Leaf {
  readonly path: string;
  readonly named: GraphQLNamedType;
}

function leafPaths(members: Members): readonly Leaf[] {
  return Object.entries(members).flatMap(([name, type]): readonly Leaf[] => {
    if (isListed(type)) return [];
    const named = getNamedType(type);
    if (isScalarType(named)) return [{ path: name, named }];
    const inner = Object.entries(outputFields(named));
    return inner.flatMap(([below, found]) =>
      isListed(found) || !isScalarType(getNamedType(found))
        ? []
        : [{ path: `${name}.${below}`, named: getNamedType(found) }],
    );
  });
}

function isCounting({ name }: GraphQLNamedType): boolean {
  return name === "Int" || name === "Boolean" || name === "Float";
}

/** A prefix or suffix such as `next` is ignored. */
function isSameWord(path: string, argument: string): boolean {
  const [field, word] = [plain(path.split(".").at(-1) ?? ""), plain(argument)];
  const isLong = Math.min(field.length, word.length) >= shortestWord;
  return isLong && (field.endsWith(word) || word.endsWith(field));
}

/** Minimum length of a significant part of a name, such as `key` or `token`. */
const shortestWord = 3;
