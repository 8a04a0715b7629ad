import { Kind, OperationTypeNode, parse, valueFromASTUntyped, visit } from "graphql";
import type { DocumentNode, FieldNode, OperationDefinitionNode } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonValue, RefusalReason } from "#contract";
import type { TargetDescription } from "#harness";
import type { WireResult, WriteTreatment } from "#wings/controllers";
import { inUsualPlaces } from "#targets";
import type { BodyWords } from "#targets";
import { deliveredStates } from "./delivered-states.ts";
import { jsonIn, memberIn, messageIn, textsIn } from "./recognition.ts";
import type {
  ListReading,
  ProxyReply,
  ProxyRequest,
  RecognizedWrite,
  Recognition,
} from "./recognition.ts";

export interface GraphqlRecognitionOptions {
  /** Whether the endpoint may serve lists with an older state, as a replica does. False by default. */
  readonly hasOlderLists?: boolean;
}

/** Recognizes GraphQL writes: mutations, which are matched with the operations of a dialect. */
export function recognizeGraphql(
  target: Pick<TargetDescription, "kinds" | "bodyWords">,
  { hasOlderLists = false }: GraphqlRecognitionOptions = {},
): Recognition {
  const { kinds, bodyWords = contractWords } = target;
  const listFields = fieldsOf(kinds.flatMap(({ operations }) => operations.list));
  const statusFields = fieldsOf(
    kinds.flatMap(({ operations }) => [...operations.updateStatus, ...operations.patchStatus]),
  );
  const mainFields = fieldsOf(
    kinds.flatMap(({ operations }) => [
      ...operations.create,
      ...operations.update,
      ...operations.delete,
    ]),
  );
  return {
    nameWords: bodyWords.name,
    isAbout: (message, kind) =>
      deliveredStates(message, bodyWords.name).some((state) => state.kind === kind),
    watches: (request, kind) => {
      const parsed = readRequest(request);
      const fields = parsed === undefined ? [] : rootFields(parsed, OperationTypeNode.SUBSCRIPTION);
      return fields.some((field) => field.toLowerCase().includes(kind.toLowerCase()));
    },
    lists: (request, kind) => {
      const listed = kinds.find(({ name }) => name === kind)?.operations.list ?? [];
      return lists(request, fieldsOf(listed));
    },
    mayWrite: ({ method }) => method === "POST",
    write: (request) => {
      const parsed = readRequest(request);
      const fields = parsed === undefined ? [] : rootFields(parsed, OperationTypeNode.MUTATION);
      const side = sideOf(fields, { statusFields, mainFields });
      return parsed === undefined || side === undefined
        ? undefined
        : {
            ...inPlacesOf(kinds, fields, writeOf(parsed, side, bodyWords)),
            kinds: kindsWritten(fields, kinds),
            ...agentIn(parsed),
            ...(isApply(parsed, fields, kinds) ? { isApply: true } : {}),
          };
    },
    denies,
    result: (reply, request) => resultOf(reply, namesIn(request, bodyWords.version)),
    refusal,
    ...(hasOlderLists ? { listIn: (request) => listIn(request, listFields) } : {}),
  };
}

function lists(request: ProxyRequest, listFields: ReadonlySet<string>): boolean {
  const parsed = readRequest(request);
  const fields = parsed === undefined ? [] : rootFields(parsed, OperationTypeNode.QUERY);
  return fields.some((field) => listFields.has(field));
}

/** Recognizes a request that only lists. GraphQL requests do not limit how old the state in a response may be. */
function listIn(request: ProxyRequest, listFields: ReadonlySet<string>): ListReading | undefined {
  const parsed = readRequest(request);
  const fields = parsed === undefined ? [] : rootFields(parsed, OperationTypeNode.QUERY);
  const isList = fields.length > 0 && fields.every((field) => listFields.has(field));
  return isList ? { list: request.path, oldest: "any" } : undefined;
}

const contractWords: BodyWords = {
  name: ["name"],
  version: ["resourceVersion"],
  status: ["status"],
};

function agentIn({ variables }: ParsedRequest): Pick<RecognizedWrite, "agent"> {
  const manager = memberIn(variables, "fieldManager");
  return typeof manager === "string" ? { agent: manager } : {};
}

/**
 * Whether a mutation is a server-side apply. If one field serves several patch types, an argument with the value
 * `apply` (case-insensitive) selects it.
 */
function isApply(
  { document, variables }: ParsedRequest,
  fields: readonly string[],
  kinds: TargetDescription["kinds"],
): boolean {
  const modes = kinds.flatMap(({ statusModes }) =>
    Object.entries(statusModes).filter(([id]) => fields.includes(fieldOf(id))),
  );
  if (!modes.some(([, mode]) => mode === "apply")) return false;
  if (modes.every(([, mode]) => mode === "apply")) return true;
  return [...textsIn(variables), ...literalsIn(document)].some((text) => /^apply$/iu.test(text));
}

function versionOf(value: JsonValue | undefined): { readonly version?: string } {
  return typeof value === "string" || typeof value === "number" ? { version: String(value) } : {};
}

function namesAmong(given: JsonValue, words: readonly string[]): readonly string[] {
  return words.flatMap((word) => {
    const value = memberIn(given, word);
    return typeof value === "string" ? [value] : [];
  });
}

function anyMemberIn(
  value: JsonValue | undefined,
  names: readonly string[],
): JsonValue | undefined {
  return names.map((name) => memberIn(value, name)).find((found) => found !== undefined);
}

/** Returns the root field of each operation: the first word of the operation's ID. */
function fieldsOf(operations: readonly string[]): ReadonlySet<string> {
  return new Set(operations.map(fieldOf));
}

function fieldOf(id: string): string {
  return id.split(/[^\w]/u)[0] ?? id;
}

interface ParsedRequest {
  readonly document: DocumentNode;
  readonly operationName?: string;
  readonly variables: JsonValue;
}

function readRequest({ method, body }: ProxyRequest): ParsedRequest | undefined {
  const request = method === "POST" ? jsonIn(body) : undefined;
  if (!isJsonObject(request) || typeof request["query"] !== "string") return undefined;
  const { operationName, variables = {} } = request;
  try {
    const document = parse(request["query"], { noLocation: true });
    const named = typeof operationName === "string" ? { operationName } : {};
    return { document, variables, ...named };
  } catch {
    return undefined;
  }
}

function rootFields(parsed: ParsedRequest, type: OperationTypeNode): readonly string[] {
  return rootNodes(parsed, type).map(({ name }) => name.value);
}

function rootNodes(
  { document, operationName }: ParsedRequest,
  type: OperationTypeNode,
): readonly FieldNode[] {
  const operation = document.definitions.find(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      (operationName === undefined || definition.name?.value === operationName),
  );
  if (operation?.operation !== type) return [];
  return operation.selectionSet.selections.filter(
    (selection): selection is FieldNode => selection.kind === Kind.FIELD,
  );
}

/** Returns the arguments of the mutations in a request, regardless of its variable names. */
function argumentsIn(parsed: ParsedRequest): readonly JsonValue[] {
  const values = isJsonObject(parsed.variables) ? parsed.variables : {};
  return rootNodes(parsed, OperationTypeNode.MUTATION).flatMap(({ arguments: given = [] }) => {
    const named = given.map(
      ({ name, value }) => [name.value, valueFromASTUntyped(value, values)] as const,
    );
    const found = jsonIn(JSON.stringify(Object.fromEntries(named)));
    return found === undefined ? [] : [found];
  });
}

/** Returns a write with its status in the usual places if it writes a single kind. */
function inPlacesOf<Write extends Pick<RecognizedWrite, "status">>(
  kinds: TargetDescription["kinds"],
  fields: readonly string[],
  write: Write,
): Write {
  const [name, ...others] = kindsWritten(fields, kinds);
  const kind = others.length === 0 ? kinds.find((one) => one.name === name) : undefined;
  return kind === undefined || write.status === undefined
    ? write
    : { ...write, status: inUsualPlaces(kind, write.status) };
}

function kindsWritten(
  fields: readonly string[],
  kinds: TargetDescription["kinds"],
): readonly string[] {
  const writing = kinds.filter(({ operations }) => {
    const { create, update, updateStatus, patchStatus, delete: deletions } = operations;
    const own = fieldsOf([...create, ...update, ...updateStatus, ...patchStatus, ...deletions]);
    return fields.some((field) => own.has(field));
  });
  return writing.map(({ name }) => name);
}

function sideOf(
  fields: readonly string[],
  known: { readonly statusFields: ReadonlySet<string>; readonly mainFields: ReadonlySet<string> },
): "main" | "status" | undefined {
  if (fields.some((field) => known.statusFields.has(field))) return "status";
  return fields.some((field) => known.mainFields.has(field)) ? "main" : undefined;
}

function writeOf(
  parsed: ParsedRequest,
  side: "main" | "status",
  words: BodyWords,
): Omit<RecognizedWrite, "kinds"> {
  const { document, variables } = parsed;
  const version = anyMemberIn(variables, words.version);
  const status = anyMemberIn(variables, words.status);
  const texts = [...textsIn(variables), ...literalsIn(document)];
  const named = argumentsIn(parsed).flatMap((given) => namesAmong(given, words.name));
  return {
    side,
    names: named.length === 0 ? texts : named,
    texts,
    ...versionOf(version),
    ...(isJsonObject(status) ? { status } : {}),
  };
}

/**
 * Returns the names that the fields may have in a response: their aliases in the request first, then their own names.
 */
function namesIn(request: ProxyRequest, members: readonly string[]): readonly string[] {
  const document = readRequest(request)?.document;
  if (document === undefined) return members;
  const given: string[] = [];
  visit(document, {
    Field: ({ alias, name }) => {
      if (alias !== undefined && members.includes(name.value)) given.push(alias.value);
    },
  });
  return [...given, ...members];
}

function literalsIn(document: DocumentNode): readonly string[] {
  const literals: string[] = [];
  visit(document, {
    StringValue: ({ value }) => void literals.push(value),
    EnumValue: ({ value }) => void literals.push(value),
    IntValue: ({ value }) => void literals.push(value),
  });
  return literals;
}

const reasons: readonly (readonly [RegExp, RefusalReason])[] = [
  [/conflict|stale|version|aborted|precondition/iu, "conflict"],
  [/not.?found|no such|unknown object/iu, "notFound"],
  [/unauthenticated|unauthorized/iu, "unauthenticated"],
  [/forbidden|denied|permission/iu, "forbidden"],
  [/rate.?limit|too many|throttle/iu, "rateLimited"],
  [/invalid|bad.?user.?input|validation/iu, "invalid"],
  [/internal|unavailable/iu, "internal"],
];

const statuses: ReadonlyMap<number, RefusalReason> = new Map([
  [401, "unauthenticated"],
  [403, "forbidden"],
  [404, "notFound"],
  [409, "conflict"],
  [422, "invalid"],
  [429, "rateLimited"],
  [503, "internal"],
]);

function resultOf(
  { status, headers, body }: ProxyReply,
  versionNames: readonly string[],
): WireResult {
  const content = jsonIn(body);
  const errors = isJsonObject(content) ? content["errors"] : undefined;
  const first: JsonValue | undefined = Array.isArray(errors) ? errors[0] : undefined;
  if (first === undefined && status < 400) {
    const version = anyMemberIn(content, versionNames);
    return {
      result: "stored",
      ...versionOf(version),
      texts: textsIn(content),
    };
  }
  const retryAfter = memberIn(first, "retryAfterSeconds") ?? Number(headers["retry-after"]);
  return {
    result: "refused",
    reason: reasonOf(first, status),
    ...(typeof retryAfter === "number" && Number.isFinite(retryAfter)
      ? { retryAfterSeconds: retryAfter }
      : {}),
    ...messageIn(first),
  };
}

function denies(reply: ProxyReply): boolean {
  const result = resultOf(reply, []);
  return result.result === "refused" && ["forbidden", "unauthenticated"].includes(result.reason);
}

/** Derives the reason from the code, the message or the HTTP status, in this order of precedence. */
function reasonOf(error: JsonValue | undefined, status: number): RefusalReason {
  const words = [memberIn(error, "code"), memberIn(error, "message")];
  for (const text of words) {
    const match = reasons.find(([pattern]) => typeof text === "string" && pattern.test(text));
    if (match !== undefined) return match[1];
  }
  return statuses.get(status) ?? "unclassified";
}

const refusals = {
  rateLimited: { status: 429, code: "RATE_LIMITED" },
  unavailable: { status: 503, code: "INTERNAL" },
  forbidden: { status: 200, code: "FORBIDDEN" },
} as const;

function refusal({
  reason,
  retryAfterSeconds,
}: Extract<WriteTreatment, { readonly treat: "refuse" }>): ProxyReply {
  const { status, code } = refusals[reason];
  const limit = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const error = { message: `rejected by the proxy: ${reason}`, extensions: { code, ...limit } };
  return {
    status,
    headers: {
      "content-type": "application/json",
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
    },
    body: Buffer.from(JSON.stringify({ errors: [error], data: null })),
  };
}
