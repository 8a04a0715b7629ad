import {
  buildASTSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  printSchema,
} from "graphql";
import type {
  DefinitionNode,
  DocumentNode,
  FieldDefinitionNode,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
} from "graphql";
import { unboxed } from "./boxed-values.ts";
import { collectionOf, isEdge } from "./collections.ts";
import { flattened } from "./flattened.ts";
import { memoized } from "#contract";
import { findsObjects } from "./owned-reads.ts";
import { bodiesIn, isAnyForm, leavesOf, plain } from "./shapes.ts";
import { nameFor, roleOf, shortNameWord, wordsFor } from "./role-words.ts";
import { groupsBelow, isListed, outputFields, rootFields } from "./root-fields.ts";

/**
 * A schema in which the identity and the content of an object are at the same level, with a mapping to the original
 * paths.
 */
export interface LeveledSchema {
  readonly schema: GraphQLSchema;
  readonly pathIn: (type: string, path: string) => string;
  /** The original paths of the fields of an object, if some of them were inside another field. */
  readonly membersIn: (type: string, path: string) => Readonly<Record<string, string>> | undefined;
}

type OutputFields = ReturnType<typeof outputFields>;

type Renamed = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Replaces fields such as `attributes` with the fields inside them, if the identity, spec and status of an object are
 * at different levels: `{ id attributes { slug revision watts report { … } } }`. Also replaces objects that only wrap a
 * scalar with the scalar.
 */
export const leveledSchema = memoized((schema: GraphQLSchema): LeveledSchema => {
  let leveled = schema;
  let paths: Renamed = new Map();
  for (let round = 0; round < mostLevels; round += 1) {
    const nested = nestedFields(leveled);
    if (nested.size === 0) break;
    const { document, renamed } = lifted(leveled, nested);
    paths = composed(paths, renamed);
    leveled = buildASTSchema(document, { assumeValid: true });
  }
  const plainValues = unboxed(leveled);
  if (plainValues !== undefined) {
    paths = composed(paths, plainValues.renamed);
    leveled = buildASTSchema(plainValues.document, { assumeValid: true });
  }
  const pathIn = (type: string, path: string): string => {
    let here: string | undefined = type;
    const steps: string[] = [];
    for (const step of path.split(".")) {
      steps.push((here === undefined ? undefined : paths.get(here)?.get(step)) ?? step);
      here = typeAfter(leveled, here, step);
    }
    return steps.join(".");
  };
  const membersIn: LeveledSchema["membersIn"] = (type, path) => {
    const held = path
      .split(".")
      .reduce((here: string | undefined, step) => typeAfter(leveled, here, step), type);
    if (held === undefined || !paths.has(held)) return undefined;
    const members = Object.keys(membersOf(leveled, held));
    return Object.fromEntries(members.map((name) => [name, pathIn(type, `${path}.${name}`)]));
  };
  return { schema: leveled, pathIn, membersIn };
});

function membersOf(schema: GraphQLSchema, name: string | undefined): OutputFields {
  const type = name === undefined ? undefined : schema.getType(name);
  return type === undefined ? {} : outputFields(type);
}

function typeAfter(
  schema: GraphQLSchema,
  type: string | undefined,
  field: string,
): string | undefined {
  const held = membersOf(schema, type)[field];
  return held === undefined ? undefined : getNamedType(held).name;
}

const mostLevels = 3;

function composed(before: Renamed, after: Renamed): Renamed {
  const found = new Map(before);
  for (const [type, names] of after) {
    const known = before.get(type);
    const whole = [...names].map(([name, path]) => {
      const [first = "", ...rest] = path.split(".");
      return [name, [known?.get(first) ?? first, ...rest].join(".")] as const;
    });
    found.set(type, new Map([...(known ?? []), ...whole]));
  }
  return found;
}

function nestedFields(schema: GraphQLSchema): ReadonlyMap<string, ReadonlySet<string>> {
  const operationRoots = [
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ];
  const roots = new Set<GraphQLNamedType | null | undefined>([
    ...operationRoots,
    ...operationRoots.flatMap(groupsBelow),
  ]);
  // Event types keep their levels, because the paths of their watch describe them.
  const types = [...reachable([schema.getQueryType(), schema.getMutationType()], schema)].filter(
    (type) => isObjectType(type) && !roots.has(type),
  );
  const owners = ownersOf(schema);
  const asked = new Set(
    rootFields(schema.getQueryType())
      .flatMap(({ arguments: inputs }) => flattened(inputs))
      .map(({ name }) => plain(name)),
  );
  const writes = rootFields(schema.getMutationType()).map(({ name, type, arguments: inputs }) => ({
    name: plain(name),
    type: getNamedType(type),
    words: new Set(flattened(inputs, inputDepth).map((input) => plain(input.name))),
  }));
  const found = new Map<string, ReadonlySet<string>>();
  for (const type of types) {
    if (!isObjectType(type) || isEdge(type)) continue;
    const holders = objectsIn(type).filter(
      ({ held }) => owners.get(held.name) === 1 && held !== type && !isPage(held, owners),
    );
    if (holders.length === 0) continue;
    const own = writes.filter((write) => reaches(write.type, type, resultDepth));
    const words = own.map((write) => write.words);
    // A receipt does not contain the object, so only the name of the mutation refers to it.
    const called = writes.filter((write) => write.name.includes(plain(type.name)));
    const all = [...words, ...called.map((write) => write.words)];
    const names = holders.filter(
      (holder) =>
        holdsWhole(type, holder, asked) ||
        holdsNamedContent(type, holder, all) ||
        mixesSides(holder, words) ||
        isWrittenApart(type, holder, words),
    );
    if (names.length > 0) found.set(type.name, new Set(names.map(({ name }) => name)));
  }
  return found;
}

function reachable(
  roots: readonly (GraphQLObjectType | null | undefined)[],
  schema: GraphQLSchema,
): ReadonlySet<GraphQLNamedType> {
  const found = new Set<GraphQLNamedType>(roots.flatMap((root) => root ?? []));
  for (const type of found) {
    const isFielded = isObjectType(type) || isInterfaceType(type);
    const fields = isFielded ? Object.values(type.getFields()) : [];
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
    for (const next of [...fields.map((field) => getNamedType(field.type)), ...possible]) {
      found.add(next);
    }
  }
  return found;
}

const inputDepth = 5;

const resultDepth = 4;

/** Returns the number of fields that return a type, directly or through a union or an interface. */
function ownersOf(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const count = new Map<string, number>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type);
      const possible = isAbstractType(named) ? schema.getPossibleTypes(named) : [];
      for (const { name } of [named, ...possible]) count.set(name, (count.get(name) ?? 0) + 1);
    }
  }
  return count;
}

/** Whether a type contains a list of objects that other fields also return, such as a page inside a response. */
function isPage(type: GraphQLObjectType, owners: ReadonlyMap<string, number>): boolean {
  const item = collectionOf(type)?.item.name;
  return item !== undefined && (owners.get(item) ?? 0) > 1;
}

interface Holder {
  readonly name: string;
  readonly held: GraphQLObjectType;
}

function objectsIn(type: GraphQLObjectType): readonly Holder[] {
  const isGroup = findsObjects(type);
  return Object.entries(outputFields(type)).flatMap(([name, inner]) => {
    const held = getNamedType(inner);
    if (isListed(inner) || !isObjectType(held)) return [];
    // A page next to a field that finds single objects is no content.
    return isGroup && collectionOf(inner) !== undefined ? [] : [{ name, held }];
  });
}

/**
 * Whether a field contains everything about an object except for fields such as its id and its kind: the content, and
 * either another key or the version.
 */
function holdsWhole(
  type: GraphQLObjectType,
  { name, held }: Holder,
  asked: ReadonlySet<string>,
): boolean {
  const leaves = ownLeaves(held);
  const isKey = (leaf: string): boolean => roleOf(leaf) !== "uid" && asked.has(plain(leaf));
  const isIdentified =
    nameFor("name", leaves) !== undefined ||
    nameFor("resourceVersion", leaves) !== undefined ||
    leaves.some((leaf) => isKey(leaf) || shortNameWord.test(leaf));
  if (!isIdentified || !hasContent(held)) return false;
  const isApart = leavesOf(type)
    .filter(({ holder }) => holder === "")
    .every((leaf) => isAside(leaf.name) || getNamedType(leaf.type).name === "ID");
  return (
    isApart &&
    objectsIn(type).every(
      (other) =>
        other.name === name ||
        isLink(other.name) ||
        !hasContent(other.held) ||
        isLinked(other.held),
    )
  );
}

/**
 * Whether a field contains the name of an object next to its spec, such as `fields { name beds }` next to an id and a
 * version. A mutation takes both, and nothing from another part of the object, such as `spec` next to `metadata`.
 */
function holdsNamedContent(
  type: GraphQLObjectType,
  holder: Holder,
  writes: readonly ReadonlySet<string>[],
): boolean {
  const top = ownLeaves(type);
  const isApart = top.every((leaf) => isAside(leaf) || roleOf(leaf) === "resourceVersion");
  const key = nameFor("name", ownLeaves(holder.held));
  if (key === undefined || nameFor("name", top) !== undefined || !isApart) return false;
  const isTaken = (words: ReadonlySet<string>, { held }: Holder): boolean =>
    Object.keys(outputFields(held)).some((name) => isContent(name) && words.has(plain(name)));
  const others = objectsIn(type).filter(({ name }) => name !== holder.name);
  return writes.some(
    (words) =>
      words.has(plain(key)) &&
      isTaken(words, holder) &&
      others.every((other) => !isTaken(words, other) && !words.has(plain(other.name))),
  );
}

function isContent(name: string): boolean {
  return roleOf(name) === undefined && !isAside(name);
}

/** Whether a scalar field can be next to the content of an object: an id, a kind, a time, an address. */
function isAside(leaf: string): boolean {
  const role = roleOf(leaf);
  return (
    (role !== undefined && role !== "name" && role !== "resourceVersion") ||
    /^(?:type|typename|cursor|href|self|ur[il]|path)$/iu.test(plain(leaf)) ||
    /^(?:created|updated|modified|changed)(?:at|on|time|date)?$/iu.test(plain(leaf))
  );
}

function isLink(name: string): boolean {
  return /^_?(?:links?|relations(?:hips)?|included)$/iu.test(name);
}

function isLinked(type: GraphQLObjectType): boolean {
  return ownLeaves(type).every((leaf) => /^(?:self|related|first|last|next|prev)$/iu.test(leaf));
}

function hasContent(type: GraphQLObjectType): boolean {
  return Object.entries(outputFields(type)).some(([name, inner]) => {
    const named = getNamedType(inner);
    const isBody = isObjectType(named) && !isListed(inner);
    return isBody || isContent(name);
  });
}

function ownLeaves(type: GraphQLObjectType): readonly string[] {
  return leavesOf(type)
    .filter(({ holder }) => holder === "")
    .map(({ name }) => name);
}

/**
 * Whether a field contains both the spec and the status of an object: a mutation accepts one of the nested objects
 * without the other fields, and no mutation accepts the whole field.
 */
function mixesSides({ name, held }: Holder, writes: readonly ReadonlySet<string>[]): boolean {
  if (writes.some((words) => words.has(plain(name)))) return false;
  const members = Object.keys(outputFields(held)).map(plain);
  return bodiesIn(held)
    .filter((body) => isNested(outputFields(held)[body]))
    .map(plain)
    .some((body) =>
      writes.some(
        (words) => words.has(body) && members.every((other) => other === body || !words.has(other)),
      ),
    );
}

/**
 * Whether a part of a spec or a status is an object only in reads. A mutation takes most of its fields next to each
 * other, such as `phase` and `percent` for `runtime.state`, and no mutation takes the field as a whole.
 */
function isWrittenApart(
  type: GraphQLObjectType,
  { name, held }: Holder,
  writes: readonly ReadonlySet<string>[],
): boolean {
  const inner = Object.keys(outputFields(held));
  const siblings = new Set(Object.keys(outputFields(type)));
  if ([...siblings, ...inner].some(isKeyWord) || inner.some((one) => siblings.has(one))) {
    return false;
  }
  if (writes.some((words) => words.has(plain(name)))) return false;
  const isMost = (count: number): boolean => count > 1 && count * 2 > inner.length;
  return writes.some((words) => isMost(inner.filter((one) => words.has(plain(one))).length));
}

function isKeyWord(name: string): boolean {
  return (["name", "uid", "resourceVersion"] as const).some((role) => wordsFor(role, name));
}

function isNested(type: ReturnType<typeof outputFields>[string] | undefined): boolean {
  const named = type && getNamedType(type);
  return named !== undefined && (isObjectType(named) || isAnyForm(named));
}

function reaches(from: GraphQLNamedType, type: GraphQLNamedType, depth: number): boolean {
  if (from === type) return true;
  if (depth === 0) return false;
  return Object.values(outputFields(from)).some((inner) =>
    reaches(getNamedType(inner), type, depth - 1),
  );
}

function lifted(
  schema: GraphQLSchema,
  nested: ReadonlyMap<string, ReadonlySet<string>>,
): { readonly document: DocumentNode; readonly renamed: Renamed } {
  const document = parse(printSchema(schema), { noLocation: true });
  const fields = new Map<string, readonly FieldDefinitionNode[]>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION) {
      fields.set(definition.name.value, definition.fields ?? []);
    }
  }
  const renamed = new Map<string, ReadonlyMap<string, string>>();
  const definitions = document.definitions.map((definition): DefinitionNode => {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return definition;
    const names = nested.get(definition.name.value);
    if (names === undefined) return definition;
    const paths = new Map<string, string>();
    const taken = new Set((definition.fields ?? []).map(({ name }) => name.value));
    const own = (definition.fields ?? []).flatMap((field): readonly FieldDefinitionNode[] => {
      if (!names.has(field.name.value)) return [field];
      const inner = (fields.get(namedIn(field)) ?? []).filter(({ name }) => !taken.has(name.value));
      for (const { name } of inner) paths.set(name.value, `${field.name.value}.${name.value}`);
      return inner;
    });
    renamed.set(definition.name.value, paths);
    return { ...definition, fields: own };
  });
  return { document: { ...document, definitions }, renamed };
}

function namedIn({ type }: FieldDefinitionNode): string {
  let node = type;
  while (node.kind !== Kind.NAMED_TYPE) node = node.type;
  return node.name.value;
}
