import { getNamedType, isObjectType } from "graphql";
import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import { isJsonObject, operationVerbs } from "#contract";
import type { JsonObject } from "#contract";
import { DialectFileError, loadDialect, printDialect } from "#targets/dialect-file";
import { describedFeatures, prepareDialect } from "#targets/graphql";
import type {
  AnyOperation,
  Dialect,
  DialectProblem,
  KindDialect,
  OperationVerb,
} from "#targets/graphql";
import type { Inference } from "../kinds/infer-dialect.ts";
import { generationCandidates } from "../schema/field-candidates.ts";
import { isStatusWord } from "../schema/role-words.ts";
import { outputFields, rootFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import { isFieldOf, isMeant, noHints } from "../schema/user-hints.ts";
import type { Hints } from "../schema/user-hints.ts";
import type { Guess } from "../schema/notebook.ts";
import { writtenIn } from "../schema/payloads.ts";
import { plain } from "../schema/shapes.ts";
import { watchLackOf } from "../operations/watch-lacks.ts";
import { unusedCommands } from "./unused-commands.ts";

/** A missing entry of a dialect, with a stub to fill in. */
export interface Gap {
  /** `kinds.Kiln.operations.create` */
  readonly place: string;
  readonly problem: string;
  /** Lines of YAML to fill in. */
  readonly stub: readonly string[];
}

/** An inference in which all operations match the schema, and the removed entries. */
export interface Settled {
  readonly inference: Inference;
  readonly gaps: readonly Gap[];
}

/** Maximum number of rounds. Several are needed, because removing an entry can reveal other validation errors. */
const maxRounds = 6;

/**
 * Removes the entries that do not match the schema from a dialect, so that all other entries can be tested. Returns the
 * dialect and the removed entries.
 */
export function settleDialect(
  schema: GraphQLSchema,
  inference: Inference,
  hints: Pick<Hints, "operations"> = noHints,
): Settled {
  let { dialect } = inference;
  const gaps: Gap[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const { problems } = prepareDialect(schema, dialect);
    if (problems.length === 0) break;
    for (const problem of problems) {
      const without = withoutPlace(dialect, problem);
      if (without === dialect) continue;
      gaps.push({
        place: placeOf(problem),
        problem: problem.problem,
        stub: stubAt(dialect, problem),
      });
      dialect = without;
    }
  }
  const unused = unusedWatches(schema, dialect, hints).filter(
    ({ place }) => !gaps.some((gap) => gap.place === place),
  );
  const features = describedFeatures(dialect);
  return {
    inference: { ...inference, dialect: { ...dialect, features } },
    gaps: [...gaps, ...unused],
  };
}

/**
 * Finds the subscriptions that the user specified as watches and that no kind is watched with. Without a specified
 * kind, the kinds without a watch are affected, or all kinds if each has another watch.
 */
function unusedWatches(
  schema: GraphQLSchema,
  { kinds }: Dialect,
  { operations }: Pick<Hints, "operations">,
): readonly Gap[] {
  const fields = rootFields(schema.getSubscriptionType());
  return operations.flatMap((given) => {
    const field = fields.find((one) => isFieldOf(given, one));
    if (given.verb !== "watch" || field === undefined) return [];
    const { kind: name } = given;
    const meant = name === undefined ? kinds : kinds.filter((kind) => isMeant(kind.name, name));
    const isUsed = meant.some(({ operations: { watch } }) =>
      watch.flatMap(fieldsIn).includes(field.path),
    );
    if (isUsed) return [];
    const without = meant.filter(({ operations: { watch } }) => watch.length === 0);
    return (without.length === 0 ? meant : without).map((kind): Gap => {
      const lack =
        watchLackOf(field, kind, new Set([kind.type ?? kind.name])) ??
        unreadable(field, kind.type ?? kind.name);
      return {
        place: `kinds.${kind.name}.operations.watch.${field.path}`,
        problem: `given with --operation, but it cannot be a watch of ${kind.name}: ${lack}`,
        stub: [`${field.path}:`, ...(shapes.watch ?? []).slice(1)],
      };
    });
  });
}

function unreadable(field: RootField, type: string): string {
  return writtenIn(field.type, new Set([type])).kind === undefined
    ? `its messages contain no ${type}`
    : "no field of its messages shows the type of change";
}

function placeOf({ path }: DialectProblem): string {
  const [, , part] = path;
  return path.slice(0, part === "operations" ? 5 : 4).join(".");
}

function withoutPlace(dialect: Dialect, { path }: DialectProblem): Dialect {
  const [first, name, part, member, id] = path;
  if (first !== "kinds") return dialect;
  const at = dialect.kinds.findIndex((kind) => kind.name === name);
  const kind = dialect.kinds[at];
  if (kind === undefined) return dialect;
  const kept = withoutPart(kind, [part, member, id]);
  const isSame = kept !== undefined && JSON.stringify(kept) === JSON.stringify(kind);
  if (isSame) return dialect;
  return {
    ...dialect,
    kinds: dialect.kinds.toSpliced(at, 1, ...(kept === undefined ? [] : [kept])),
  };
}

function withoutPart(
  kind: KindDialect,
  [part, member, id]: readonly (string | number | undefined)[],
): KindDialect | undefined {
  if (part === "operations" && typeof id === "string") {
    return withoutOperation(kind, String(member), id);
  }
  if (part === "samples") return withoutSamples(kind, String(member));
  return part === "paths" ? withoutPath(kind, String(member)) : undefined;
}

/** Keeps the kind itself, without the samples that the schema rejects. */
function withoutSamples(kind: KindDialect, member: string): KindDialect {
  const { samples } = kind;
  return {
    ...kind,
    samples: { ...samples, ...(member in samples ? { [member]: [] } : {}), invalidStatuses: [] },
  };
}

function withoutOperation(kind: KindDialect, verb: string, id: string): KindDialect {
  const found = operationVerbs.find((one) => one === verb);
  if (found === undefined) return kind;
  const kept: readonly { readonly id: string }[] = kind.operations[found];
  return {
    ...kind,
    operations: { ...kind.operations, [found]: kept.filter((one) => one.id !== id) },
  };
}

function withoutPath(kind: KindDialect, part: string): KindDialect | undefined {
  if (part === "name" || part === "resourceVersion" || part === "uid") return undefined;
  const kept = Object.entries(kind.paths).filter(([name]) => name !== part);
  const { name, uid, resourceVersion } = kind.paths;
  return { ...kind, paths: { ...Object.fromEntries(kept), name, uid, resourceVersion } };
}

function stubAt(dialect: Dialect, { path }: DialectProblem): readonly string[] {
  const [, name, , verb, id] = path;
  const kind = dialect.kinds.find((one) => one.name === name);
  const found = operationVerbs.find((one) => one === verb);
  const operations: readonly { readonly id: string; readonly arguments: object }[] =
    kind === undefined || found === undefined ? [] : kind.operations[found];
  const operation = operations.find((one) => one.id === id);
  if (operation === undefined) return [];
  const rest = shapes[found ?? "create"]?.slice(1).filter((line) => !/^ {2}arguments/u.test(line));
  return [
    `${operation.id}:`,
    `  arguments: ${JSON.stringify(operation.arguments)}`,
    ...(rest ?? []),
  ];
}

/** Lists the entries that must be filled in before the dialect is valid. */
export function openStatements(schema: GraphQLSchema, dialect: Dialect): readonly string[] {
  const problems = prepareDialect(schema, dialect).problems.map(
    ({ place, problem }) => `${place}: ${problem}`,
  );
  return [...formProblems(dialect), ...problems];
}

function formProblems(dialect: Dialect): readonly string[] {
  try {
    loadDialect("dialect.yaml", () => printDialect(dialect));
    return [];
  } catch (error) {
    if (!(error instanceof DialectFileError)) throw error;
    return error.problems.map(({ problem }) => problem);
  }
}

const shapes: Readonly<Partial<Record<OperationVerb, readonly string[]>>> = {
  create: [
    "FIELD:",
    "  arguments: { INPUT: { NAMESPACE: $namespace, NAME: $name, SPEC: $spec } }",
    "  result: PATH.OF.THE.OBJECT # null if there is no object, omitted if the response is the object",
    "  beside: INPUT # the input object that contains the spec",
    "  inside: INPUT.SPEC # the spec",
  ],
  read: [
    "FIELD:",
    "  arguments: { NAMESPACE: $namespace, NAME: $name } # or { ID: $uid }",
    "  result: PATH.OF.THE.OBJECT # omitted if the response is the object",
  ],
  list: [
    "FIELD:",
    "  arguments: { NAMESPACE: $namespace, AFTER: $page }",
    "  items: PATH.OF.THE.LIST # omitted if the response is the list",
    "  pages: { next: PATH.OF.THE.NEXT.PAGE } # or { by: offset }, { by: number }",
  ],
  update: [
    "FIELD:",
    "  arguments: { INPUT: { NAMESPACE: $namespace, NAME: $name, VERSION: $resourceVersion, SPEC: $spec } }",
    "  result: PATH.OF.THE.OBJECT # null if there is no object, omitted if the response is the object",
    "  beside: INPUT # the input object that contains the spec",
    "  inside: INPUT.SPEC # the spec",
  ],
  updateStatus: [
    "FIELD:",
    "  mode: partial # or replace",
    "  arguments: { INPUT: { NAMESPACE: $namespace, NAME: $name, VERSION: $resourceVersion, STATUS: $status } }",
    "  result: PATH.OF.THE.OBJECT # null if there is no object, omitted if the response is the object",
    "  beside: INPUT # the input object that contains the status",
    "  inside: INPUT.STATUS # the status",
  ],
  delete: [
    "FIELD:",
    "  arguments: { NAMESPACE: $namespace, NAME: $name } # or { ID: $uid }",
    "  result: null",
  ],
  watch: [
    "FIELD:",
    "  arguments: { NAMESPACE: $namespace, SINCE: $cursor }",
    "  type: { path: TYPE, names: { CREATED: ADDED, CHANGED: MODIFIED, GONE: DELETED } }",
    "  object: PATH.OF.THE.OBJECT",
    "  key: { uid: PATH.OF.THE.ID } # if deletions do not contain the object",
    "  cursor: PATH.OF.THE.CURSOR # if it is not the version",
  ],
};

const needs: Readonly<Partial<Record<OperationVerb, string>>> = {
  watch: "no subscription was recognized: events must contain the object and the type of change",
};

/** The entries that a dialect lacks although the schema may contain them, with its unused fields. */
export function missingEntries(
  schema: GraphQLSchema,
  dialect: Dialect,
  known: readonly Gap[],
): readonly Gap[] {
  return [
    ...missingOperations(schema, dialect, known),
    ...dialect.kinds.flatMap((kind) => missingGeneration(schema, kind)),
  ];
}

/**
 * A generation that never moves cannot be told from other constant numbers. Statuses that report an observed generation
 * show that there is one, and without its path no rule about it applies.
 */
function missingGeneration(schema: GraphQLSchema, kind: KindDialect): readonly Gap[] {
  const type = schema.getType(kind.type ?? kind.name);
  const [observed] = kind.samples.statuses.flatMap(observedGenerationsIn);
  if (kind.paths.generation !== undefined || observed === undefined || !isObjectType(type)) {
    return [];
  }
  const numbers = generationCandidates(type, kind.paths);
  const [first] = numbers;
  if (first === undefined) return [];
  return [
    {
      place: `kinds.${kind.name}.paths.generation`,
      problem: `statuses report ${observed}, but no number was recognized that increases with each new spec; unused numbers: ${firstOf(numbers)}`,
      stub: [`generation: ${first}`],
    },
  ];
}

function observedGenerationsIn(status: JsonObject): readonly string[] {
  return Object.entries(status).flatMap(([name, value]) => {
    if (isJsonObject(value)) return observedGenerationsIn(value);
    return observedGeneration.test(plain(name)) ? [name] : [];
  });
}

const observedGeneration = /^(?:observed|seen).*(?:generation|revision|edition)$/u;

/** Operations that a kind lacks, with the unused fields of the schema. */
function missingOperations(
  schema: GraphQLSchema,
  dialect: Dialect,
  known: readonly Gap[],
): readonly Gap[] {
  const used = new Set(
    dialect.kinds.flatMap(({ operations }) =>
      operationVerbs.flatMap((verb) => operations[verb].flatMap(fieldsIn)),
    ),
  );
  const free = (root: GraphQLObjectType | null | undefined): readonly string[] =>
    rootFields(root)
      .map(({ path }) => path)
      .filter((path) => !used.has(path));
  const fields = {
    queries: free(schema.getQueryType()),
    mutations: free(schema.getMutationType()),
    subscriptions: free(schema.getSubscriptionType()),
    commands: unusedCommands(schema, dialect),
  };
  const isKnown = (gap: Gap): boolean =>
    known.some(({ place }) => place.startsWith(`${gap.place}.`));
  return dialect.kinds
    .flatMap((kind) => missingOf(schema, kind, fields))
    .filter((gap) => !isKnown(gap));
}

function fieldsIn(operation: AnyOperation): readonly string[] {
  const streams = "streams" in operation ? (operation.streams ?? []) : [];
  return [operation.field, ...streams.map(({ field }) => field)];
}

interface FreeFields {
  readonly queries: readonly string[];
  readonly mutations: readonly string[];
  readonly subscriptions: readonly string[];
  readonly commands: readonly string[];
}

function fieldsFor(
  verb: OperationVerb,
  { queries, mutations, subscriptions, commands }: FreeFields,
): readonly string[] {
  if (verb === "watch") return subscriptions;
  return verb === "read" || verb === "list" ? queries : [...commands, ...mutations];
}

function missingOf(schema: GraphQLSchema, kind: KindDialect, free: FreeFields): readonly Gap[] {
  const verbs = operationVerbs.filter(
    (verb) => verb !== "updateStatus" || kind.withoutStatus === undefined,
  );
  return verbs.flatMap((verb): readonly Gap[] => {
    const stub = shapes[verb];
    const isHooked = kind.fixtures !== undefined && verb !== "updateStatus";
    if (stub === undefined || isHooked || kind.operations[verb].length > 0) return [];
    const isStatusless = verb === "updateStatus" && !mayHaveStatus(schema, kind);
    const fields = isStatusless ? namedAfter(kind, free.mutations) : fieldsFor(verb, free);
    // Without another mutation, there is no evidence that the kind has a status.
    if (isStatusless && fields.length === 0) return [];
    const lacks = verb === "watch" ? watchLacks(schema, kind, fields) : undefined;
    // A schema without subscriptions gets no stub for a watch.
    if (verb === "watch" && fields.length === 0) return [];
    return [
      {
        place: `kinds.${kind.name}.operations.${verb}`,
        problem:
          lacks ??
          (isStatusless
            ? statusLack(schema, kind, { ...free, mutations: fields })
            : `${needs[verb] ?? "no field was recognized for this operation"}; ${candidates(fields)}`),
        stub,
      },
    ];
  });
}

function statusLack(schema: GraphQLSchema, kind: KindDialect, free: FreeFields): string {
  return (
    statusElsewhere(schema, kind, free) ??
    `no status was recognized in its objects; ${candidates(free.mutations)}`
  );
}

/** Explains that a mutation writes a type that only a query of its own returns. Undefined if there is none. */
function statusElsewhere(
  schema: GraphQLSchema,
  { name, type = name }: KindDialect,
  free: FreeFields,
): string | undefined {
  const queries = rootFields(schema.getQueryType()).filter(({ path }) =>
    free.queries.includes(path),
  );
  const types = new Set(queries.map((query) => getNamedType(query.type).name));
  types.delete(type);
  const [written] = rootFields(schema.getMutationType())
    .filter(({ path }) => free.mutations.includes(path))
    .flatMap((field) => {
      const { kind: status } = writtenIn(field.type, types);
      const query = queries.find((one) => getNamedType(one.type).name === status);
      return status === undefined || query === undefined ? [] : [{ field, status, query }];
    });
  if (written === undefined) return undefined;
  const { field, status, query } = written;
  return `${field.path} writes a ${status}, which ${query.path} returns, but ${type} has no field of this type; the suite reads the status together with the spec, so add such a field to the API`;
}

function watchLacks(
  schema: GraphQLSchema,
  kind: KindDialect,
  free: readonly string[],
): string | undefined {
  const types = new Set([kind.type ?? kind.name]);
  const lacks = rootFields(schema.getSubscriptionType())
    .filter(({ path }) => free.includes(path))
    .flatMap((field) => watchLackOf(field, kind, types) ?? []);
  return lacks.length === 0
    ? undefined
    : `no subscription reports every change together with its object: ${lacks.slice(0, maxNamed).join("; ")}`;
}

function mayHaveStatus(schema: GraphQLSchema, { name, type = name, paths }: KindDialect): boolean {
  const found = schema.getType(type);
  // A field with the name of a status may belong to the spec, as in an invoice that its author marks as paid.
  const ofSpec = typeof paths.spec === "object" ? Object.values(paths.spec) : [];
  const names = found === undefined ? [] : Object.keys(outputFields(found));
  return (
    paths.status !== undefined ||
    names.some((field) => isStatusWord(field) && !ofSpec.includes(field))
  );
}

function namedAfter({ name }: KindDialect, fields: readonly string[]): readonly string[] {
  return fields.filter((field) => plain(field).includes(plain(name)));
}

const maxNamed = 8;

function candidates(fields: readonly string[]): string {
  if (fields.length === 0) return "every field of the schema is used by another operation";
  return `unused fields: ${firstOf(fields)}`;
}

function firstOf(names: readonly string[]): string {
  return `${names.slice(0, maxNamed).join(", ")}${names.length > maxNamed ? ", …" : ""}`;
}

/** Guesses about entries that are still in the dialect. */
export function guessesWithin(guesses: readonly Guess[], dialect: Dialect): readonly Guess[] {
  const kinds = new Map(dialect.kinds.map((kind) => [kind.name, kind]));
  return guesses.filter(({ path }) => {
    const [first, name, part, verb, id] = path.map(String);
    if (first !== "kinds" || name === undefined) return true;
    const kind = kinds.get(name);
    if (kind === undefined || part !== "operations" || id === undefined) return kind !== undefined;
    const found = operationVerbs.find((one) => one === verb);
    return (
      found === undefined || id === "by hook" || kind.operations[found].some((one) => one.id === id)
    );
  });
}
