import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  isUnionType,
} from "graphql";
import type { GraphQLObjectType, GraphQLOutputType, GraphQLSchema } from "graphql";
import { withImplementation } from "../schema/abstract-fields.ts";
import { splitAlternatives } from "../schema/alternative-reads.ts";
import { collectionOf, wrappedIn } from "../schema/collections.ts";
import { filteredReads } from "./filtered-reads.ts";
import { keysIn, matchesOf } from "../schema/identity.ts";
import { isFoundById, reachedBy } from "./kind-types.ts";
import { withRowReads } from "./row-reads.ts";
import { ownedReads, writtenIn } from "../schema/owned-reads.ts";
import { givenNames, withOwnerNames } from "../schema/owner-names.ts";
import { bareType, isListed, isRequired, outputFields, rootFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import { leavesOf } from "../schema/shapes.ts";

export function queryFields(schema: GraphQLSchema): readonly RootField[] {
  const root = schema.getQueryType();
  // A field that returns the root query, as in some payloads, is redundant.
  const fields = withOwnerNames(
    rootFields(root, schema.getMutationType()),
    root,
    givenNames(schema),
  ).filter(({ type }) => getNamedType(type) !== root);
  const own = standingTypes(schema, fields);
  const reads = fields.flatMap((field) => readThrough(field, own));
  const byPath = new Map(reads.map((read) => [read.path, read]));
  const found = new Set(
    fields.map((field) => getNamedType((byPath.get(field.path) ?? field).type).name),
  );
  const typed = fields.map(
    (field) => byPath.get(field.path) ?? listThrough(field, { read: found, own }) ?? field,
  );
  const narrowed = [...typed, ...listsOfInterfaces(schema, typed)];
  const all = [...narrowed, ...nodeReads(schema, narrowed)];
  const isReadByItself = readIn(all.filter(({ isOfInterface }) => isOfInterface !== true));
  const reachable = { isRead: readIn(all), isReadByItself, isListed: listedIn(all) };
  const owned = [...all, ...ownedReads(schema, reachable)];
  const written = writtenIn(schema, readIn(owned));
  const read = withoutSearches([...owned, ...nodeReads(schema, owned, written)]);
  const rows = withRowReads(read, readIn(read));
  const filtered = filteredReads(rows, readIn(rows));
  const lists = rows.filter((row) => !filtered.some((one) => isOnlyRead(row, one)));
  return splitAlternatives([...lists, ...filtered]);
}

/** Whether a list requires the keys by which it is read, such as `items(ids)`. It then lists no other objects. */
function isOnlyRead(list: RootField, read: RootField): boolean {
  const keys = new Set(Object.values(read.spelled ?? {}).map((path) => path.split(".")[0]));
  return (
    read.path === list.path &&
    list.arguments.some((input) => isRequired(input) && keys.has(input.name))
  );
}

/** Omits queries for the first object that matches a filter, if another query reads single objects of the same type. */
function withoutSearches(fields: readonly RootField[]): readonly RootField[] {
  const exact = new Set(
    fields
      .filter((field) => isRead(field) && !isSearch(field))
      .map(({ type }) => getNamedType(type).name),
  );
  return fields.filter(
    (field) => !isRead(field) || !isSearch(field) || !exact.has(getNamedType(field.type).name),
  );
}

function isRead({ type }: RootField): boolean {
  return !isListed(type) && isObjectType(getNamedType(type)) && collectionOf(type) === undefined;
}

/** Whether a query takes only optional input objects and lists, such as a filter and an order. */
function isSearch({ arguments: inputs }: RootField): boolean {
  return (
    inputs.length > 0 &&
    inputs.every(
      (input) =>
        !isRequired(input) && (isListType(bareType(input)) || isInputObjectType(bareType(input))),
    )
  );
}

function readIn(fields: readonly RootField[]): (type: string) => boolean {
  const reached = reachedBy(fields);
  return (type) => (reached.get(type)?.reads.length ?? 0) > 0;
}

function listedIn(fields: readonly RootField[]): (type: string) => boolean {
  const reached = reachedBy(fields);
  return (type) => (reached.get(type)?.lists.length ?? 0) > 0;
}

/** A candidate for the result: the response, one of the types of its union, or a field one level below. */
interface Candidate {
  readonly type: GraphQLOutputType;
  readonly result: string;
}

function candidatesIn(type: GraphQLOutputType): readonly Candidate[] {
  if (isListed(type)) return [];
  const named = getNamedType(type);
  const own = isUnionType(named) ? named.getTypes() : isObjectType(named) ? [named] : [];
  const below = own.flatMap((holder) =>
    Object.entries(outputFields(holder)).map(([result, inner]) => ({ type: inner, result })),
  );
  return [...own.map((member) => ({ type: member, result: "" })), ...below];
}

function standingTypes(schema: GraphQLSchema, queries: readonly RootField[]): ReadonlySet<string> {
  const items = queries.flatMap(({ type }) =>
    [type, ...candidatesIn(type).map((one) => one.type)].flatMap(
      (one) => collectionOf(one)?.item.name ?? [],
    ),
  );
  const given = [schema.getMutationType(), schema.getSubscriptionType()].flatMap((root) =>
    rootFields(root).map(({ type }) => getNamedType(type)),
  );
  // A type that only wraps an object is not stand-alone, even if every mutation returns it.
  const standing = given.filter((type) => wrappedIn(type) === undefined);
  return new Set([...items, ...standing.map(({ name }) => name)]);
}

/**
 * Narrows the field to the value in its response that best matches its arguments. Empty if no value matches, or if the
 * whole response is the best match.
 */
function readThrough(field: RootField, own: ReadonlySet<string>): readonly RootField[] {
  if (keysIn(field.arguments).length === 0) return [];
  const rated = candidatesIn(field.type).flatMap(({ type, result }) => {
    const named = getNamedType(type);
    if (!isObjectType(named) || isListed(type)) return [];
    return [{ type, result, named, matches: matchesOf(named, field) }];
  });
  const direct = bestOf(rated.filter(({ result }) => result === ""));
  const inner = bestOf(rated.filter(({ named, result }) => result !== "" && own.has(named.name)));
  // A wrapper may also have fields with the names of the arguments.
  const isAround = direct !== undefined && inner !== undefined && !own.has(direct.named.name);
  const found = isAround ? inner : (direct ?? bestOf(rated));
  if (found === undefined || found.named === getNamedType(field.type)) return [];
  return [narrowedTo(field, found)];
}

type Rated = Candidate & { readonly named: GraphQLObjectType; readonly matches: number };

/**
 * Returns the candidate whose fields match the most arguments, or the one with the most fields if several match
 * equally.
 */
function bestOf(candidates: readonly Rated[]): Rated | undefined {
  return candidates
    .filter(({ matches }) => matches > 0)
    .toSorted(
      (left, right) =>
        right.matches - left.matches || leavesOf(right.named).length - leavesOf(left.named).length,
    )[0];
}

/** Finds a list in the response, preferably of objects that can also be read individually. */
function listThrough(
  field: RootField,
  { read, own }: { readonly read: ReadonlySet<string>; readonly own: ReadonlySet<string> },
): RootField | undefined {
  if (isListed(field.type) || collectionOf(field.type) !== undefined) return undefined;
  if (isReadOf(field, own)) return undefined;
  const lists = candidatesIn(field.type).flatMap((candidate) => {
    const item = collectionOf(candidate.type)?.item;
    return isObjectType(item) ? [{ ...candidate, item }] : [];
  });
  const found = lists.find(({ item }) => read.has(item.name));
  const isUnion = isUnionType(getNamedType(field.type));
  const meant = found ?? (isUnion ? lists[0] : undefined);
  return meant && narrowedTo(field, meant);
}

/** Whether a field finds a stand-alone object by its keys. The object may contain lists, even of its own type. */
function isReadOf(field: RootField, own: ReadonlySet<string>): boolean {
  const named = getNamedType(field.type);
  if (!isObjectType(named) || matchesOf(named, field) === 0) return false;
  return own.has(named.name) || isFoundById(field);
}

function narrowedTo(field: RootField, { type, result }: Candidate): RootField {
  return result === "" ? { ...field, type } : { ...field, type, result };
}

/**
 * Turns a list of an interface into one list for each implementation that no other field returns. Excludes lists of
 * objects with given ids.
 */
function listsOfInterfaces(
  schema: GraphQLSchema,
  queries: readonly RootField[],
): readonly RootField[] {
  const reached = reachedBy(queries);
  return queries.flatMap((field) => {
    const collection = collectionOf(field.type);
    const item = collection?.item;
    const isByIds = field.arguments.some(
      (input) => isRequired(input) && isListType(bareType(input)),
    );
    if (!isInterfaceType(item) || isByIds) return [];
    return schema
      .getPossibleTypes(item)
      .filter(({ name }) => !reached.has(name))
      .map((own): RootField => {
        return { ...field, type: withImplementation(field.type, item, own), isOfInterface: true };
      });
  });
}

/**
 * Turns a field that returns an interface, such as `node`, into one read for each listed or written type that no other
 * field reads.
 */
function nodeReads(
  schema: GraphQLSchema,
  queries: readonly RootField[],
  written: ReadonlySet<string> = new Set(),
): readonly RootField[] {
  const reached = reachedBy(queries);
  return queries.flatMap((field) => {
    const type = getNamedType(field.type);
    if (!isInterfaceType(type) || isListed(field.type)) return [];
    return schema.getPossibleTypes(type).flatMap((own) => {
      const found = reached.get(own.name);
      const isMeant = found === undefined ? written.has(own.name) : found.reads.length === 0;
      return isMeant ? [{ ...field, type: own, isOfInterface: true }] : [];
    });
  });
}
