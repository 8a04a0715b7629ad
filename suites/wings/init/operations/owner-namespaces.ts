import { getNamedType, isObjectType, isScalarType } from "graphql";
import { isJsonList, isJsonObject, isSameValue } from "#contract";
import type { JsonValue } from "#contract";
import type { Exchange } from "#targets";
import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import type { ArgumentTree, Dialect, KindDialect, ListOperation } from "#targets/graphql";
import { collectionOf } from "../schema/collections.ts";
import { usualNamespaces } from "../schema/usual-namespaces.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { nameFor, shortNameWord } from "../schema/role-words.ts";
import { isListed, isRequired, outputFields, rootFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import { isFormOf, isPluralOf, leavesOf, plain } from "../schema/shapes.ts";
import { kindNamed, send, withKind } from "../requests/trial-requests.ts";

export interface OwnerList {
  readonly type: string;
  readonly leaf: string;
  readonly list: ListOperation;
}

export const maxNamespaces = 3;

const pageSize = 20;

/** Some endpoints reject lists without a page size, although their schema does not require it. */
const sizeWord = /^(?:first|limit|page_?size)$/iu;

/**
 * Uses existing owners as namespaces if a create request was rejected and its namespaces were guessed. Tries the fields
 * of owners that may be the namespace one after another. Resolves with undefined if no candidates are left.
 */
export async function withOwners(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect | undefined> {
  const kind = kindNamed(dialect, name);
  const isGuessed =
    kind !== undefined && shared.means.namespaces === undefined && kind.namespaces.length > 0;
  if (!isGuessed) return undefined;
  let isRefused = kind.namespaces.every((one) => usualNamespaces.includes(one));
  for (const owner of placeLists(shared.means.schema, withPlaceWord(kind))) {
    const namespaces = await valuesListed(dialect, owner, shared);
    const isTried = isSameValue(namespaces, kind.namespaces);
    isRefused ||= isTried;
    if (!isRefused || isTried || namespaces.length === 0) continue;
    const reason =
      owner.leaf === ""
        ? `${owner.list.field} returned this value`
        : `${owner.list.field} returned a ${owner.type} with this ${owner.leaf}`;
    shared.notes.note(["kinds", name, "namespaces"], "medium", reason);
    return withKind(dialect, { ...kind, namespaces });
  }
  return undefined;
}

/**
 * If objects of a kind do not contain their namespace, uses the name of the namespace argument of create mutations as
 * the path.
 */
function withPlaceWord(kind: KindDialect): KindDialect {
  if (kind.paths.namespace !== undefined) return kind;
  const [operation] = kind.operations.create;
  const word = operation && placeWordIn(operation.arguments);
  return word === undefined ? kind : { ...kind, paths: { ...kind.paths, namespace: word } };
}

function placeWordIn(tree: ArgumentTree): string | undefined {
  if (!isJsonObject(tree)) return undefined;
  for (const [name, value] of Object.entries(tree)) {
    if (value === "$namespace") return name;
    const inner = placeWordIn(value);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Lists the names of existing owners. Owners are read as objects of a kind that only has a list operation. */
export async function valuesListed(
  dialect: Dialect,
  { type, leaf, list }: OwnerList,
  shared: Shared,
): Promise<readonly string[]> {
  const owner: KindDialect = {
    name: type,
    scope: "cluster",
    namespaces: [],
    paths: { name: leaf, uid: leaf, resourceVersion: leaf },
    operations: {
      create: [],
      read: [],
      list: [list],
      update: [],
      updateStatus: [],
      patchStatus: [],
      delete: [],
      watch: [],
    },
    samples: { specs: [], statuses: [], counter: "", invalidStatuses: [] },
  };
  const found = await onTrial({ ...dialect, kinds: [owner] }, type, {
    shared,
    work: (trial) => send(trial, { verb: "list", identity: "author", kind: type }),
  });
  if (leaf === "") return plainValues(found, list).slice(0, maxNamespaces);
  const items = found?.outcome.result === "list" ? found.outcome.items : [];
  return [...new Set(items.map(({ metadata }) => metadata.name))].slice(0, maxNamespaces);
}

/** Reads a list of plain values from the data of the response, because it is not a list of objects. */
function plainValues(exchange: Exchange | undefined, { field }: ListOperation): readonly string[] {
  const { body } = exchange?.reply ?? {};
  const values = ["data", ...(field ?? "").split(".")].reduce<JsonValue | undefined>(
    (held, step) => (isJsonObject(held) ? held[step] : undefined),
    body,
  );
  return [...new Set(isJsonList(values) ? values.filter((one) => typeof one === "string") : [])];
}

/**
 * Returns the lists of objects that a key refers to, and the list of the objects themselves, because they contain the
 * key.
 */
export function ownersNamed(
  schema: GraphQLSchema,
  kind: KindDialect,
  word: string,
): readonly OwnerList[] {
  const type = schema.getType(kind.type ?? kind.name);
  const leaf = isObjectType(type)
    ? leavesOf(type).find(({ name }) => plain(name) === plain(word))
    : undefined;
  const own = listsIn(schema).flatMap(({ field, item, items }) => {
    const list = item === type ? listOf(field, items) : undefined;
    return list === undefined || leaf === undefined
      ? []
      : [{ type: item.name, leaf: leaf.path, list }];
  });
  const paths = { ...kind.paths, namespace: leaf?.path ?? word };
  return [...ownerLists(schema, { ...kind, paths }), ...own];
}

export function ownerLists(schema: GraphQLSchema, kind: KindDialect): readonly OwnerList[] {
  const lists = listsIn(schema);
  const type = schema.getType(kind.type ?? kind.name);
  const { namespace: path } = kind.paths;
  const held = path === undefined || !isObjectType(type) ? undefined : holderOf(type, path);
  const word = path?.split(".").at(-1) ?? "";
  const owners = lists.flatMap(({ field, item, items }) => {
    // The parent of a resource name is the full name of another resource.
    const isParent = kind.nameForm?.startsWith("${namespace}/") === true && item !== type;
    const isNumbered = isObjectType(type) && isNumberAt(type, path);
    const parent = nameFor("name", ownLeaves(item));
    const leaves = isParent
      ? [parent].filter((leaf) => leaf !== undefined)
      : held === item
        ? [word]
        : isNumbered
          ? numbersCalled(item, word)
          : leavesCalled(item, word);
    const list = leaves.length === 0 ? undefined : listOf(field, items);
    return list === undefined ? [] : leaves.map((leaf) => ({ type: item.name, leaf, list }));
  });
  return [...owners, ...wordLists(schema, word)];
}

/**
 * Returns the lists of owners, and then the lists of other objects with a field of the same name as the namespace, such
 * as `depots { region }`.
 */
export function placeLists(schema: GraphQLSchema, kind: KindDialect): readonly OwnerList[] {
  const owners = ownerLists(schema, kind);
  const type = schema.getType(kind.type ?? kind.name);
  const word = kind.paths.namespace?.split(".").at(-1) ?? "";
  const known = new Set(owners.map((owner) => owner.type));
  const others = listsIn(schema).filter(({ item }) => item !== type && !known.has(item.name));
  return [...owners, ...others.flatMap((one) => listWith(one, word))];
}

function listWith({ field, item, items }: Listed, word: string): readonly OwnerList[] {
  const leaf = ownLeaves(item).find((name) => plain(name) === plain(word));
  const list = leaf === undefined ? undefined : listOf(field, items);
  return leaf === undefined || list === undefined ? [] : [{ type: item.name, leaf, list }];
}

/**
 * Finds the lists of plain values that are named after the namespace: first those whose name is its English plural, such
 * as `sites: [String!]!` for `site`, and then those whose name may be a plural in another language.
 */
function wordLists(schema: GraphQLSchema, word: string): readonly OwnerList[] {
  const fields = rootFields(schema.getQueryType()).filter(
    ({ type }) => isListed(type) && isScalarType(getNamedType(type)),
  );
  const plurals = fields.filter(({ name }) => isPluralOf(name, word));
  const forms = fields.filter((field) => !plurals.includes(field) && isFormOf(field.name, word));
  return [...plurals, ...forms].flatMap((field) => {
    const list = listOf(field, "");
    return list === undefined ? [] : [{ type: getNamedType(field.type).name, leaf: "", list }];
  });
}

interface Listed {
  readonly field: RootField;
  readonly item: GraphQLObjectType;
  readonly items: string;
}

function listsIn(schema: GraphQLSchema): readonly Listed[] {
  const roots = rootFields(schema.getQueryType(), schema.getMutationType());
  return roots.flatMap((field) => {
    const found = collectionOf(field.type);
    if (found === undefined) return membersOf(field).flatMap(listedBy);
    return listedBy(field);
  });
}

function listedBy(field: RootField): readonly Listed[] {
  const found = collectionOf(field.type);
  return found !== undefined && isObjectType(found.item)
    ? [{ field, item: found.item, items: found.items }]
    : [];
}

/**
 * Returns the fields in the result of a field, such as the kinds of an API group. Empty if the field has required
 * arguments.
 */
function membersOf({ path, arguments: inputs, type }: RootField): readonly RootField[] {
  if (inputs.some(isRequired)) return [];
  return Object.entries(outputFields(getNamedType(type))).map(([name, inner]) => {
    return { path: `${path}.${name}`, name, arguments: [], type: inner };
  });
}

/** Returns the nested object that contains the namespace: `project` for `project.key`. */
function holderOf(type: GraphQLObjectType, path: string): GraphQLObjectType | undefined {
  const holder = path.split(".").slice(0, -1);
  if (holder.length === 0) return undefined;
  return holder.reduce((held: GraphQLObjectType | undefined, step) => {
    const inner = held === undefined ? undefined : outputFields(held)[step];
    const named = inner === undefined ? undefined : getNamedType(inner);
    return isObjectType(named) ? named : undefined;
  }, type);
}

function leavesCalled(owner: GraphQLObjectType, word: string): readonly string[] {
  const own = ownLeaves(owner);
  const [given, type] = [plain(word), plain(owner.name)];
  if (given === type) {
    const short = own.find((one) => shortNameWord.test(one));
    const found = [short, nameFor("name", own), nameFor("uid", own)];
    const known = [...new Set(found.filter((leaf) => leaf !== undefined))];
    return [known, namesInMetadata(owner), textsOf(owner)].find(({ length }) => length > 0) ?? [];
  }
  const rest = given.startsWith(type) ? given.slice(type.length) : "";
  // The key of the owner may have the same name as in the objects: `clusterId` in a cluster.
  return identityWord.test(rest)
    ? own.filter((name) => plain(name) === rest || plain(name) === given)
    : [];
}

/** Returns the path of an owner's name, if its identity is in a field of its own: `metadata.name`. */
function namesInMetadata(owner: GraphQLObjectType): readonly string[] {
  return leavesOf(owner).flatMap(({ name, holder, path }) =>
    /^meta/iu.test(holder) && name === nameFor("name", [name]) ? [path] : [],
  );
}

/** Returns the texts of an owner whose name may be in any language. Only a trial can show which of them is its key. */
function textsOf(owner: GraphQLObjectType): readonly string[] {
  return leavesOf(owner)
    .filter(({ holder, type }) => holder === "" && keyTypes.has(String(type)))
    .map(({ name }) => name);
}

const keyTypes: ReadonlySet<string> = new Set(["ID!", "String!"]);

/**
 * Returns the integer fields of an owner that a name may refer to. For `projectId`: `id`, then other integer fields
 * whose names end in `id`.
 */
function numbersCalled(owner: GraphQLObjectType, word: string): readonly string[] {
  const type = plain(owner.name);
  const [given, numbers] = [plain(word), ownLeaves(owner).filter((one) => isNumberAt(owner, one))];
  if (!given.startsWith(type)) return [];
  const rest = given.slice(type.length);
  const exact = numbers.filter((name) => plain(name) === rest);
  const ending = numbers.filter((name) => rest === "" || plain(name).endsWith(rest));
  return [...new Set([...exact, ...ending])];
}

function isNumberAt(type: GraphQLObjectType, path: string | undefined): boolean {
  const leaf = leavesOf(type).find((one) => one.path === path);
  return leaf !== undefined && getNamedType(leaf.type).name === "Int";
}

function ownLeaves(owner: GraphQLObjectType): readonly string[] {
  return leavesOf(owner).flatMap(({ name, holder }) => (holder === "" ? [name] : []));
}

const identityWord = /^(?:code|gid|guid|handle|id|key|name|slug|uid|uuid)$/u;

function isSize({ name, type }: RootField["arguments"][number]): boolean {
  return sizeWord.test(name) && getNamedType(type).name === "Int";
}

/** Returns the list without a filter. Undefined if the schema requires more arguments than a page size. */
function listOf(field: RootField, items: string): ListOperation | undefined {
  const needed = field.arguments.filter(isRequired);
  if (needed.some(({ type }) => getNamedType(type).name !== "Int")) return undefined;
  const tree: Readonly<Record<string, ArgumentTree>> = Object.fromEntries(
    field.arguments
      .filter((input) => isRequired(input) || isSize(input))
      .map(({ name }) => [name, pageSize]),
  );
  return { id: field.name, field: field.path, arguments: tree, items };
}
