import { operationVerbs } from "#contract";
import {
  KnownTypeNamesRule,
  getNamedType,
  getNullableType,
  isAbstractType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import type {
  GraphQLArgument,
  GraphQLField,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
} from "graphql";
import { guess } from "../../port/nearest.ts";
import { argumentProblems, variableProblems } from "../dialect/argument-problems.ts";
import { placedKinds } from "../dialect/definitions.ts";
import type { PlacedKind } from "../dialect/definitions.ts";
import { problemAt } from "../dialect/dialect-mismatch.ts";
import type { DialectPath, DialectProblem } from "../dialect/dialect-mismatch.ts";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import { finishOf, keyInObject, streamsOf, waitOf } from "../dialect/dialect-operations.ts";
import type { AnyOperation, Operation, OperationVerb } from "../dialect/dialect-operations.ts";
import { stepsOf } from "../schema/paths.ts";
import type { InputSlots } from "../schema/placeholder-places.ts";
import { readRawDocument } from "../schema/raw-document.ts";
import { replyProblems } from "../dialect/reply-problems.ts";
import { selectEverything, typeAtPath } from "../schema/selection.ts";
import type { Implementers, ObjectLimit } from "../schema/selection.ts";
import { keptPaths } from "./kept-paths.ts";
import { argumentsOn } from "../schema/path-arguments.ts";
import type { PathArgument } from "../schema/path-arguments.ts";
import { valueProblems } from "../dialect/value-problems.ts";

export interface PreparedDialect {
  document(kind: string, verb: OperationVerb, id: string): string | undefined;
  slots(kind: string, verb: OperationVerb, id: string): InputSlots;
  readonly problems: readonly DialectProblem[];
  readonly documents: readonly string[];
}

const defaultSelectionDepth = 10;

/** Finds every operation of a dialect in a schema and generates its document. Returns all mismatches. */
export function prepareDialect(schema: GraphQLSchema, dialect: Dialect): PreparedDialect {
  const documents = new Map<string, string>();
  const slots = new Map<string, InputSlots>();
  const problems: DialectProblem[] = [];
  for (const call of callsOf(dialect)) {
    const key = keyOf(call.kind.name, call.verb, call.operation.id);
    if (documents.has(key)) problems.push(problemAt(call.path, "the id is used twice"));
    const prepared =
      call.operation.document === undefined
        ? prepare(call, { schema, depth: dialect.selectionDepth })
        : prepareRaw(schema, call, call.operation.document);
    documents.set(key, prepared.document);
    slots.set(key, prepared.slots);
    problems.push(...prepared.problems);
  }
  return {
    document: (kind, verb, id) => documents.get(keyOf(kind, verb, id)),
    slots: (kind, verb, id) => slots.get(keyOf(kind, verb, id)) ?? {},
    problems: withoutRepetitions(problems),
    documents: [...documents.values()],
  };
}

function withoutRepetitions(problems: readonly DialectProblem[]): readonly DialectProblem[] {
  const places = new Set<string>();
  return problems.filter((problem) => {
    const isFirst = !places.has(problem.place);
    places.add(problem.place);
    return isFirst || !isShared(problem);
  });
}

function isShared({ path }: DialectProblem): boolean {
  return path.includes("paths") || path.includes("samples");
}

interface Call extends PlacedKind {
  readonly verb: OperationVerb;
  readonly operation: AnyOperation;
  readonly path: DialectPath;
}

function keyOf(kind: string, verb: OperationVerb, id: string): string {
  return JSON.stringify([kind, verb, id]);
}

function callsOf(dialect: Dialect): readonly Call[] {
  return placedKinds(dialect).flatMap(({ kind, kindPath }) =>
    operationVerbs.flatMap((verb) =>
      kind.operations[verb].flatMap((operation): readonly Call[] => {
        const path = [...kindPath, "operations", verb, operation.id];
        const call = { kind, kindPath, verb, operation, path };
        if ("streams" in operation) {
          return streamsOf(operation).map((stream) => ({ ...call, operation: stream }));
        }
        const [finish, wait] = [finishOf(operation), waitOf(verb, operation)];
        return [
          call,
          ...(finish === undefined
            ? []
            : [{ ...call, operation: finish, path: [...path, "finish"] }]),
          ...(wait === undefined
            ? []
            : [{ ...call, verb: "read" as const, operation: wait, path: [...path, "wait"] }]),
        ];
      }),
    ),
  );
}

export function fieldOf(
  schema: GraphQLSchema,
  verb: OperationVerb,
  operation: Operation,
): CalledField | undefined {
  const found = findField(rootOf(schema, keywordOf(verb)), operation);
  return typeof found === "string" ? undefined : found;
}

/**
 * Returns the field that reads the objects of a kind. Narrows an interface type, such as the type of `node`, to the
 * kind's type.
 */
export function readFieldOf(schema: GraphQLSchema, kind: KindDialect): CalledField | undefined {
  const [read] = kind.operations.read;
  const field = read && fieldOf(schema, "read", read);
  return field && asObjectOf(schema, kind, field);
}

/**
 * Returns the type of the objects that reads of a kind return. Narrows a union to the kind's type or, if the dialect
 * names no type, to its only type with a version. Undefined if the schema does not describe the objects.
 */
export function readTypeOf(
  schema: GraphQLSchema,
  kind: KindDialect,
): GraphQLOutputType | undefined {
  const { read: reads } = kind.operations;
  // Paths into the response to a custom document consist of its aliases.
  const read = reads.find(({ document }) => document === undefined) ?? reads[0];
  if (read === undefined || read.result === null) return undefined;
  const field = fieldOf(schema, "read", read);
  if (field === undefined) return undefined;
  const found = typeAtPath(asObjectOf(schema, kind, field).type, stepsOf(read.result));
  if (found === undefined || found === "anything") return undefined;
  const union = getNamedType(found);
  if (!isUnionType(union)) return found;
  const version = stepsOf(kind.paths.resourceVersion);
  const members = union
    .getTypes()
    .filter((member) =>
      kind.type === undefined
        ? typeAtPath(member, version) !== undefined
        : member.name === kind.type,
    );
  return members.length === 1 ? members[0] : found;
}

/** A field with an interface type that may be narrowed to the object type of a kind. */
type NarrowedField = CalledField & { readonly isNarrowed?: true };

function asObjectOf(schema: GraphQLSchema, kind: KindDialect, field: CalledField): NarrowedField {
  const declared = getNamedType(field.type);
  const own = kind.type === undefined ? undefined : schema.getType(kind.type);
  const isOwn = isInterfaceType(declared) && isObjectType(own) && !isListed(field.type);
  if (!isOwn || !schema.isSubType(declared, own)) return field;
  return { ...field, type: own, isNarrowed: true };
}

function isListed(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}

/** Generates the document of an operation with all its arguments. Undefined if the schema has no such operation. */
export function documentOf(
  schema: GraphQLSchema,
  { kind, verb, operation }: Pick<Call, "kind" | "operation" | "verb">,
  depth?: number,
): string | undefined {
  const [field, keyword] = [fieldOf(schema, verb, operation), keywordOf(verb)];
  const limits = depthsFor(kind, depth);
  return field && writeDocument({ schema, keyword, field, operation, limits });
}

interface Prepared {
  readonly document: string;
  readonly slots: InputSlots;
  readonly problems: readonly DialectProblem[];
}

const knownErrors = new WeakMap<GraphQLSchema, Map<string, readonly string[]>>();

/**
 * Omits `KnownTypeNamesRule`. It iterates over all types of the schema for each document, and the documents take their
 * types from the schema.
 */
const rules = specifiedRules.filter((rule) => rule !== KnownTypeNamesRule);

/** Caches the result, because generic operations have the same document for all kinds. */
function errorsIn(schema: GraphQLSchema, document: string): readonly string[] {
  const known = knownErrors.get(schema) ?? new Map<string, readonly string[]>();
  knownErrors.set(schema, known);
  const found =
    known.get(document) ?? validate(schema, parse(document), rules).map(({ message }) => message);
  known.set(document, found);
  return found;
}

function prepare(
  call: Call,
  { schema, depth }: { readonly schema: GraphQLSchema; readonly depth: number | undefined },
): Prepared {
  const { operation, path } = call;
  const keyword = keywordOf(call.verb);
  const declared = findField(rootOf(schema, keyword), operation);
  if (typeof declared === "string") {
    return { document: "", slots: {}, problems: [problemAt([...path, "field"], declared)] };
  }
  const found = asObjectOf(schema, call.kind, declared);
  const own = call.verb === "watch" ? amongOthers(schema, call, found) : undefined;
  const limits = depthsFor(call.kind, depth);
  const document = writeDocument({ schema, keyword, field: found, operation, limits, own });
  const slots = Object.fromEntries(
    found.args.map((argument) => [
      argument.name,
      { type: argument.type, isRequired: isRequiredArgument(argument) },
    ]),
  );
  const problems = [
    ...argumentProblems(found, operation, path),
    ...valueProblems({ ...call, slots, path: [...path, "arguments"] }),
    ...replyProblems({
      ...call,
      typeAt: (steps) => typeAtPath(found.type, steps, implementersIn(schema)),
      typesOf: (type) => typesOf(schema, type),
    }),
  ];
  if (problems.length > 0) return { document, slots, problems };
  return {
    document,
    slots,
    problems: errorsIn(schema, document).map((message) => problemAt(path, message)),
  };
}

function prepareRaw(schema: GraphQLSchema, call: Call, document: string): Prepared {
  const { operation, path } = call;
  const at = [...path, "document"];
  const raw = readRawDocument(schema, document);
  if ("length" in raw) {
    return { document, slots: {}, problems: raw.map((text) => problemAt(at, text)) };
  }
  const wanted = keywordOf(call.verb);
  const steps = stepsOf(operation.field);
  const problems = [
    ...variableProblems(raw, operation, path),
    ...valueProblems({ ...call, slots: raw.variables, path: [...path, "variables"] }),
  ];
  const found: string = raw.operation.operation;
  if (found !== wanted) {
    problems.push(problemAt(at, `expected a ${wanted}, not a ${found}`));
  } else if (raw.typeAt(steps) === undefined) {
    const problem = `the document does not select "${operation.field}"`;
    problems.push(problemAt([...path, "field"], problem));
  } else {
    const typeAt = (more: readonly string[]): ReturnType<typeof raw.typeAt> =>
      raw.typeAt([...steps, ...more]);
    problems.push(...replyProblems({ ...call, typeAt, typesOf: (type) => typesOf(schema, type) }));
  }
  return { document, slots: raw.variables, problems };
}

type Keyword = "query" | "mutation" | "subscription";

function keywordOf(verb: OperationVerb): Keyword {
  switch (verb) {
    case "read":
    case "list":
      return "query";
    case "create":
    case "update":
    case "updateStatus":
    case "patchStatus":
    case "delete":
      return "mutation";
    case "watch":
      return "subscription";
  }
}

function rootOf(schema: GraphQLSchema, keyword: Keyword): GraphQLObjectType | string {
  const noSuchType = `the schema has no ${keyword} type`;
  switch (keyword) {
    case "query":
      return schema.getQueryType() ?? noSuchType;
    case "mutation":
      return schema.getMutationType() ?? noSuchType;
    case "subscription":
      return schema.getSubscriptionType() ?? noSuchType;
  }
}

type Field = GraphQLField<unknown, unknown>;

/** A field with the arguments of all fields on the path to it, under the names that operations use for them. */
type CalledField = Field & { readonly inputs: readonly PathArgument[] };

function findField(root: GraphQLObjectType | string, operation: Operation): CalledField | string {
  if (typeof root === "string") return root;
  let holder: GraphQLObjectType | undefined = root;
  const way: Field[] = [];
  for (const step of stepsOf(operation.field)) {
    const field: Field | undefined = holder?.getFields()[step];
    if (field === undefined) {
      const hint = guess(step, Object.keys(holder?.getFields() ?? {}));
      return `${holder?.name ?? "the preceding value"} has no field "${step}"${hint}`;
    }
    way.push(field);
    const type: GraphQLNamedType = getNamedType(field.type);
    holder = isObjectType(type) ? type : undefined;
  }
  const last = way.at(-1);
  if (last === undefined) return "no field is selected";
  const inputs = argumentsOn(way);
  return { ...last, args: inputs.map(({ argument, name }) => ({ ...argument, name })), inputs };
}

/**
 * Returns the names of the root types, because some servers include them in responses. Their fields are not selected,
 * unless a path of the operation leads through a root type.
 */
function rootsBeside(
  schema: GraphQLSchema,
  { type }: NarrowedField,
  { id: _id, field: _field, arguments: _arguments, ...rest }: Operation,
): readonly string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
    .flatMap((root) => root ?? [])
    .map(({ name }) => name);
  const isRoot = (steps: readonly string[]): boolean => {
    const at = typeAtPath(type, steps);
    return typeof at === "object" && roots.includes(getNamedType(at).name);
  };
  const entersRoot = textsIn(rest).some((path) => {
    const steps = stepsOf(path);
    return steps.some((_, place) => isRoot(steps.slice(0, place + 1)));
  });
  return entersRoot ? [] : roots;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

interface DocumentParts {
  readonly schema: GraphQLSchema;
  readonly keyword: Keyword;
  readonly field: NarrowedField;
  readonly operation: AnyOperation;
  readonly limits: Depths;
  readonly own?: GraphQLObjectType | undefined;
}

interface Depths {
  readonly depth: number;
  readonly object?: ObjectLimit;
}

/** Depth at which responses show their errors: a list, its entries, and the causes in an entry. */
const envelopeDepth = 3;

function depthsFor(kind: KindDialect, depth: number | undefined): Depths {
  if (depth === undefined) return { depth: defaultSelectionDepth };
  return { depth: Math.max(depth, envelopeDepth), object: { depth, kept: keptPaths(kind) } };
}

/** Returns the type of a kind, if it is one of several possible types of the objects in a watch's events. */
function amongOthers(
  schema: GraphQLSchema,
  { kind, operation }: Pick<Call, "kind" | "operation">,
  { type }: NarrowedField,
): GraphQLObjectType | undefined {
  const own = kind.type === undefined ? undefined : schema.getType(kind.type);
  if (!isObjectType(own)) return undefined;
  // If the event itself is the object, the other possible types are messages such as heartbeats.
  if ("type" in operation && operation.object === "") return undefined;
  const isAmong = waysToObjects(operation).every((steps) => {
    const at = typeAtPath(type, steps, implementersIn(schema));
    const named = typeof at === "object" ? getNamedType(at) : undefined;
    return isAbstractType(named) && schema.isSubType(named, own);
  });
  return isAmong ? own : undefined;
}

function typesOf(schema: GraphQLSchema, type: GraphQLNamedType): readonly string[] {
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  return [type.name, ...possible.map(({ name }) => name)];
}

function implementersIn(schema: GraphQLSchema): Implementers {
  return (type) => schema.getPossibleTypes(type);
}

function writeDocument(parts: DocumentParts): string {
  const { schema, keyword, field, operation, limits, own } = parts;
  const used = field.args.filter(({ name }) => Object.hasOwn(operation.arguments, name));
  const variables = inParentheses(
    used.map((argument) => `$${argument.name}: ${variableType(argument)}`),
  );
  const steps = stepsOf(operation.field);
  const values = steps.map((_, at) => {
    const given = field.inputs.filter(
      ({ step, name }) => step === at && Object.hasOwn(operation.arguments, name),
    );
    return inParentheses(given.map(({ argument, name }) => `${argument.name}: $${name}`));
  });
  const selection = selectEverything(field.type, limits.depth, {
    outside: rootsBeside(schema, field, operation),
    ways: waysToObjects(operation),
    implementers: implementersIn(schema),
    own,
    object: limits.object,
    keys: "object" in operation ? Object.values(keyInObject(operation)) : [],
  });
  const selected = field.isNarrowed
    ? `{ __typename ... on ${getNamedType(field.type).name} ${selection} }`
    : selection;
  const body = steps.reduceRight(
    (inner, step, at) =>
      `${step}${values[at] ?? ""} ${at < steps.length - 1 ? `{ ${inner} }` : inner}`.trim(),
    selected,
  );
  return `${keyword}${variables} { ${body} }`;
}

function waysToObjects(operation: AnyOperation): readonly (readonly string[])[] {
  if ("items" in operation) return [stepsOf(operation.items)];
  if ("result" in operation) {
    return operation.result === null ? [] : [stepsOf(operation.result)];
  }
  const own = stepsOf(operation.object);
  const { type, events = "" } = operation;
  const list = stepsOf(events);
  if (type === undefined || type.path !== undefined) return [[...list, ...own]];
  return Object.keys(type.names).map((field) => [...list, ...stepsOf(field), ...own]);
}

function inParentheses(parts: readonly string[]): string {
  return parts.length === 0 ? "" : `(${parts.join(", ")})`;
}

/**
 * Returns the type of the variable for an argument. The variable is optional if the argument is, so that defaults of
 * the schema apply.
 */
function variableType({ type, defaultValue }: GraphQLArgument): string {
  const hasDefault = defaultValue !== undefined;
  return String(hasDefault && isNonNullType(type) ? type.ofType : type);
}
