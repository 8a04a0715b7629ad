import { getNamedType, isObjectType, isNonNullType, parse, validate } from "graphql";
import type {
  GraphQLArgument,
  GraphQLField,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
} from "graphql";
import type { Dialect, KindDialect, ObjectPaths } from "./dialect.ts";
import type { AnyOperation, Operation, OperationVerb } from "./operations.ts";
import { servedKinds } from "./definitions.ts";
import type { DialectProblem } from "./dialect-mismatch.ts";
import { argumentProblems, replyProblems } from "./dialect-problems.ts";
import { stepsOf } from "./paths.ts";
import { selectEverything } from "./selection.ts";

/** The documents of a dialect, each written once, and what was wrong with the others. */
export interface PreparedDialect {
  /** The document that calls an operation. Undefined for operations that the dialect does not have. */
  document(kind: string, verb: OperationVerb, id: string): string | undefined;
  readonly problems: readonly DialectProblem[];
}

const defaultSelectionDepth = 10;

/** Finds every operation of a dialect in a schema and writes its document. Reports all problems at once. */
export function prepareDialect(schema: GraphQLSchema, dialect: Dialect): PreparedDialect {
  const documents = new Map<string, string>();
  const problems: DialectProblem[] = [];
  const depth = dialect.selectionDepth ?? defaultSelectionDepth;
  for (const call of callsOf(dialect)) {
    const key = keyOf(call.kind.name, call.verb, call.operation.id);
    if (documents.has(key)) problems.push({ place: call.place, problem: "the id is used twice" });
    const prepared = prepare(schema, call, depth);
    documents.set(key, prepared.document);
    problems.push(...prepared.problems);
  }
  return {
    document: (kind, verb, id) => documents.get(keyOf(kind, verb, id)),
    problems,
  };
}

interface Call {
  readonly kind: KindDialect;
  readonly verb: OperationVerb;
  readonly operation: AnyOperation;
  readonly place: string;
}

function keyOf(kind: string, verb: OperationVerb, id: string): string {
  return JSON.stringify([kind, verb, id]);
}

function callsOf(dialect: Dialect): readonly Call[] {
  return servedKinds(dialect).flatMap((kind) => {
    const { operations } = kind;
    const calls = (verb: OperationVerb): readonly Call[] =>
      operations[verb].map((operation) => {
        return { kind, verb, operation, place: `kinds.${kind.name}.${verb}.${operation.id}` };
      });
    return [
      ...calls("create"),
      ...calls("read"),
      ...calls("list"),
      ...calls("update"),
      ...calls("updateStatus"),
      ...calls("patchStatus"),
      ...calls("delete"),
      ...calls("watch"),
    ];
  });
}

/** The field that carries an operation. Undefined where the schema does not have it. */
export function fieldOf(
  schema: GraphQLSchema,
  verb: OperationVerb,
  operation: Operation,
): Field | undefined {
  const found = findField(rootOf(schema, keywordOf(verb)), operation);
  return typeof found === "string" ? undefined : found;
}

interface Prepared {
  readonly document: string;
  readonly problems: readonly DialectProblem[];
}

function prepare(schema: GraphQLSchema, call: Call, depth: number): Prepared {
  const { operation, place } = call;
  const keyword = keywordOf(call.verb);
  const found = findField(rootOf(schema, keyword), operation);
  if (typeof found === "string") {
    return { document: "", problems: [{ place: `${place}.field`, problem: found }] };
  }
  const document = writeDocument({ keyword, field: found, operation, depth });
  const problems = [
    ...argumentProblems(found, operation, place),
    ...replyProblems({ type: found.type, paths: requiredPaths(call.kind), operation, place }),
  ];
  if (problems.length > 0) return { document, problems };
  // Whatever the checks above, which know the places, have overlooked.
  const errors = validate(schema, parse(document));
  return { document, problems: errors.map(({ message }) => ({ place, problem: message })) };
}

/** A kind without a status write need not have a status; where one stands all the same, it is read. */
function requiredPaths(kind: KindDialect): Partial<ObjectPaths> {
  const { status, ...others } = kind.paths;
  return kind.operations.updateStatus.length === 0 || status === undefined
    ? others
    : { ...others, status };
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

function findField(root: GraphQLObjectType | string, operation: Operation): Field | string {
  if (typeof root === "string") return root;
  let holder: GraphQLObjectType | undefined = root;
  let field: Field | undefined;
  for (const step of stepsOf(operation.field)) {
    field = holder?.getFields()[step];
    if (field === undefined)
      return `${holder?.name ?? "the value before it"} has no field "${step}"`;
    const type: GraphQLNamedType = getNamedType(field.type);
    holder = isObjectType(type) ? type : undefined;
  }
  return field ?? "no field is named";
}

interface DocumentParts {
  readonly keyword: Keyword;
  readonly field: Field;
  readonly operation: Operation;
  readonly depth: number;
}

function writeDocument({ keyword, field, operation, depth }: DocumentParts): string {
  const used = field.args.filter(({ name }) => Object.hasOwn(operation.arguments, name));
  const variables = inParentheses(
    used.map((argument) => `$${argument.name}: ${variableType(argument)}`),
  );
  const values = inParentheses(used.map(({ name }) => `${name}: $${name}`));
  const steps = stepsOf(operation.field);
  const call = `${steps.at(-1) ?? ""}${values} ${selectEverything(field.type, depth)}`.trim();
  const body = steps.slice(0, -1).reduceRight((inner, step) => `${step} { ${inner} }`, call);
  return `${keyword}${variables} { ${body} }`;
}

function inParentheses(parts: readonly string[]): string {
  return parts.length === 0 ? "" : `(${parts.join(", ")})`;
}

/** A variable may be left out wherever the argument may be, so a default of the schema stays in force. */
function variableType({ type, defaultValue }: GraphQLArgument): string {
  const hasDefault = defaultValue !== undefined;
  return String(hasDefault && isNonNullType(type) ? type.ofType : type);
}
