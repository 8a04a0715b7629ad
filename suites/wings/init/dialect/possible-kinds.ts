import { getNamedType, isInterfaceType, isObjectType } from "graphql";
import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import { operationVerbs } from "#contract";
import type { Dialect } from "#targets/graphql";
import type { Gap } from "./gaps.ts";
import { identityOf } from "../schema/identity.ts";
import { ownerOf, reachedBy } from "../kinds/kind-types.ts";
import type { Found } from "../kinds/kind-types.ts";
import { NameIndex } from "../schema/name-index.ts";
import { untypedKinds } from "./untyped-kinds.ts";
import { nameFor } from "../schema/role-words.ts";
import { queryFields } from "../kinds/query-fields.ts";
import { inputFields, isListed, isRequired, rootFields } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { isInteger, isObjectInput, leavesOf, plain } from "../schema/shapes.ts";
import { isMeant } from "../schema/user-hints.ts";

const maxNamed = 5;

/**
 * Finds types that may be kinds although they were not recognized: queries return them, and they either have mutations
 * or contain a field with a common name for a name or version. The types with the most mutations come first. Each gap
 * states what is missing and has a stub to fill in. If the user requested kinds, only describes these.
 */
export function possibleKinds(schema: GraphQLSchema, asked?: readonly string[]): readonly Gap[] {
  const candidates = candidatesIn(schema);
  if (candidates.length === 0) {
    const untyped = untypedKinds(schema, asked);
    if (untyped.length > 0) return untyped;
  }
  if (asked === undefined) return almostKinds(schema).map(gapOf);
  return asked.map((name) => {
    const found = candidates.find((one) => isMeant(one.found.type.name, name));
    return found === undefined ? unreachedGap(schema, name) : gapOf(found);
  });
}

function unreachedGap(schema: GraphQLSchema, name: string): Gap {
  const type = Object.values(schema.getTypeMap()).find((one) => isMeant(one.name, name));
  const problem = isObjectType(type)
    ? `no query returns a single ${type.name}, and no mutation writes one`
    : `${type?.name ?? name} is not an object type`;
  return { place: `kinds.${type?.name ?? name}`, problem, stub: [] };
}

/**
 * Finds types that queries return and that have mutations, but that were not recognized as kinds, and states what each
 * of them lacks. If the user requested kinds, only considers these.
 */
export function unrecognizedKinds(
  schema: GraphQLSchema,
  dialect: Dialect,
  asked?: readonly string[],
): readonly Pick<Gap, "place" | "problem">[] {
  const known = new Set(dialect.kinds.map(({ name, type = name }) => type));
  const called = new Set(
    dialect.kinds.flatMap(({ operations }) =>
      operationVerbs.flatMap((verb) => operations[verb].map(({ field }) => field)),
    ),
  );
  return candidatesIn(schema)
    .map((one) => ({ ...one, writes: one.writes.filter(({ path }) => !called.has(path)) }))
    .filter(({ found, writes }) => !known.has(found.type.name) && writes.length > 0)
    .filter(({ found }) => asked?.some((name) => isMeant(found.type.name, name)) ?? true)
    .slice(0, maxNamed)
    .map(gapOf);
}

/** The types that `possibleKinds` returns, with their fields. */
export function almostKinds(schema: GraphQLSchema): readonly AlmostKind[] {
  return candidatesIn(schema).slice(0, maxNamed);
}

/** A type that may be a kind, with the mutations that write it and the commands that are named after it. */
export interface AlmostKind {
  readonly found: Found;
  readonly writes: readonly RootField[];
  readonly commands: readonly string[];
}

function candidatesIn(schema: GraphQLSchema): readonly AlmostKind[] {
  const fields = queryFields(schema);
  const direct = [...reachedBy(fields).values()];
  const reached = [...direct, ...behindInterfaces(schema, fields, direct)];
  const names = new Set(reached.map(({ type }) => type.name));
  const index = new NameIndex(names);
  const mutations = new Map<string, RootField[]>();
  for (const field of rootFields(schema.getMutationType())) {
    const owner = ownerOf(field, names, index);
    if (owner === undefined) continue;
    const before = mutations.get(owner) ?? [];
    before.push(field);
    mutations.set(owner, before);
  }
  return reached
    .map((found) => ({
      found,
      writes: mutations.get(found.type.name) ?? [],
      commands: commandsFor(schema, found.type),
    }))
    .filter(
      ({ found, writes, commands }) =>
        writes.length > 0 || commands.length > 0 || hasUsualPart(found.type),
    )
    .toSorted((left, right) => right.writes.length - left.writes.length);
}

function behindInterfaces(
  schema: GraphQLSchema,
  fields: readonly RootField[],
  direct: readonly Found[],
): readonly Found[] {
  const known = new Set(direct.map(({ type }) => type.name));
  const found = new Map<string, Found>();
  for (const field of fields) {
    const named = getNamedType(field.type);
    if (!isInterfaceType(named)) continue;
    for (const type of schema.getPossibleTypes(named)) {
      if (known.has(type.name)) continue;
      const { reads } = found.get(type.name) ?? { reads: [] };
      found.set(type.name, {
        type,
        reads: isListed(field.type) ? reads : [...reads, field],
        lists: [],
      });
    }
  }
  return [...found.values()];
}

/** Does not rely on `@oneOf`, because the introspection of many servers omits it. */
function isChoiceOfObjects(input: Input): boolean {
  const members = inputFields(input);
  return members.length > 1 && members.every((one) => isObjectInput(one) && !isRequired(one));
}

/** Finds the alternatives whose names contain the type's name, in inputs like `@oneOf`. */
function commandsFor(schema: GraphQLSchema, { name }: GraphQLObjectType): readonly string[] {
  return rootFields(schema.getMutationType()).flatMap((field) =>
    field.arguments.flatMap((input) => {
      if (!isChoiceOfObjects(input)) return [];
      return inputFields(input)
        .filter((member) => plain(member.name).includes(plain(name)))
        .map((member) => `${field.path}.${input.name}.${member.name}`);
    }),
  );
}

function hasUsualPart(type: GraphQLObjectType): boolean {
  const names = leavesOf(type).map(({ name }) => name);
  return nameFor("name", names) !== undefined || nameFor("resourceVersion", names) !== undefined;
}

function gapOf({ found, writes, commands }: AlmostKind): Gap {
  const { type, reads, lists } = found;
  const identity = identityOf({ type, reads, lists: lists.map(({ field }) => field) });
  const leaves = leavesOf(type).map(({ path }) => path);
  const lack = lackOf(found, identity === undefined, writes.length > 0);
  const own = writes.map(({ path }) => path).slice(0, maxNamed * 2);
  const reading = reads[0]?.path ?? "FIELD";
  return {
    place: `kinds.${type.name}`,
    problem: `${lack}; its scalar fields: ${leaves.slice(0, 12).join(", ") || "none"}`,
    stub: [
      `${type.name}:`,
      `  type: ${type.name}`,
      `  paths: { name: ${identity?.name.path ?? "PATH"}, uid: PATH, resourceVersion: PATH, spec: PATH, status: PATH }`,
      "  operations:",
      `    read: { ${reading}: { arguments: { NAME: $name } } }`,
      ...(own.length === 0 ? [] : [`    # mutations of this type: ${own.join(", ")}`]),
      ...commands.slice(0, maxNamed * 2).flatMap(commandStub),
    ],
  };
}

function commandStub(path: string): readonly string[] {
  const [input = "", command = ""] = path.split(".").slice(-2);
  const field = path.split(".").slice(0, -2).join(".");
  return [
    `    # VERB: { ${command}: { field: ${field}, arguments: { ${input}: { ${command}: {} } } } }`,
  ];
}

/** A run names its objects, so a number that the server chooses cannot be the name. */
function keyLackOf(reads: Found["reads"], type: Found["type"]): string {
  const asked = reads.flatMap(({ arguments: inputs }) => inputs);
  const fields = new Set(leavesOf(type).map(({ name }) => name));
  const number = asked.find(
    (input) => fields.has(input.name) && isInteger(getNamedType(input.type)),
  );
  if (number !== undefined) {
    return `objects are found by ${number.name}, a number, but the suite needs a name that every mutation and every query takes`;
  }
  const names = asked.map(({ name }) => name).join(", ");
  return `no field has the same name as an argument of the read query (${names})`;
}

function lackOf({ reads, type }: Found, isUnnamed: boolean, isWritten: boolean): string {
  if (reads.length === 0) return "no query takes a String or an ID and returns a single object";
  const shared = reads.map((read) => getNamedType(read.type)).find(isInterfaceType);
  if (shared !== undefined) {
    return `queries return it only as ${shared.name}, an interface, which init does not support yet`;
  }
  if (isUnnamed) return keyLackOf(reads, type);
  const version = nameFor(
    "resourceVersion",
    leavesOf(type).map(({ name }) => name),
  );
  if (version === undefined) {
    return isWritten
      ? "no version was recognized"
      : "no version was found, and no mutation writes objects of this type";
  }
  return isWritten
    ? "its mutations were not recognized"
    : "no mutation writes objects of this type";
}
