import { OperationTypeNode, visit } from "graphql";
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
import { rootFields } from "./sent-operations.ts";
import type { RootField } from "./sent-operations.ts";

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
      const fields = fieldNames(request, OperationTypeNode.SUBSCRIPTION);
      return fields.some((field) => field.toLowerCase().includes(kind.toLowerCase()));
    },
    lists: (request, kind) => {
      const listed = kinds.find(({ name }) => name === kind)?.operations.list ?? [];
      return lists(request, fieldsOf(listed));
    },
    reads: (request) =>
      rootFields(request, OperationTypeNode.QUERY).flatMap(({ given }) => textsIn(given)),
    mayWrite: ({ method }) => method === "POST",
    writes: (request) =>
      rootFields(request, OperationTypeNode.MUTATION).flatMap((root) => {
        const side = sideOf(root.field, { statusFields, mainFields });
        if (side === undefined) return [];
        const write = {
          ...inPlacesOf(kinds, root.field, writeOf(root, side, bodyWords)),
          kinds: kindsWritten(root.field, kinds),
          ...agentIn(root),
          ...(isApply(root, kinds) ? { isApply: true as const } : {}),
        };
        const versionNames = namesIn(root, bodyWords.version);
        return [{ write, resultIn: (reply: ProxyReply) => resultOf(reply, root, versionNames) }];
      }),
    denies,
    refusal,
    partsOf,
    ...(hasOlderLists ? { listIn: (request) => listIn(request, listFields) } : {}),
  };
}

function lists(request: ProxyRequest, listFields: ReadonlySet<string>): boolean {
  return fieldNames(request, OperationTypeNode.QUERY).some((field) => listFields.has(field));
}

/** Recognizes a request that only lists. GraphQL requests do not limit how old the state in a response may be. */
function listIn(request: ProxyRequest, listFields: ReadonlySet<string>): ListReading | undefined {
  const fields = fieldNames(request, OperationTypeNode.QUERY);
  const isList = fields.length > 0 && fields.every((field) => listFields.has(field));
  return isList ? { list: request.path, oldest: "any" } : undefined;
}

const contractWords: BodyWords = {
  name: ["name"],
  version: ["resourceVersion"],
  status: ["status"],
};

function agentIn({ given, variables }: RootField): Pick<RecognizedWrite, "agent"> {
  const manager = memberIn(given, "fieldManager") ?? memberIn(variables, "fieldManager");
  return typeof manager === "string" ? { agent: manager } : {};
}

/**
 * Whether a mutation is a server-side apply. If one field serves several patch types, an argument with the value
 * `apply` (case-insensitive) selects it.
 */
function isApply({ field, given }: RootField, kinds: TargetDescription["kinds"]): boolean {
  const modes = kinds.flatMap(({ statusModes }) =>
    Object.entries(statusModes).filter(([id]) => fieldOf(id) === field),
  );
  if (!modes.some(([, mode]) => mode === "apply")) return false;
  if (modes.every(([, mode]) => mode === "apply")) return true;
  return textsIn(given).some((text) => /^apply$/iu.test(text));
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

function fieldNames(request: ProxyRequest, type: OperationTypeNode): readonly string[] {
  return rootFields(request, type).map(({ field }) => field);
}

/** Splits a message into the results of its root fields, which describe different objects. */
function partsOf(message: JsonValue): readonly JsonValue[] {
  if (Array.isArray(message)) return message.flatMap(partsOf);
  const data = isJsonObject(message) ? message["data"] : undefined;
  const results = isJsonObject(data) ? Object.entries(data) : [];
  return results.length < 2 ? [message] : results.map(([name, value]) => ({ [name]: value }));
}

/** Returns a write with its status in the usual places if it writes a single kind. */
function inPlacesOf<Write extends Pick<RecognizedWrite, "status">>(
  kinds: TargetDescription["kinds"],
  field: string,
  write: Write,
): Write {
  const [name, ...others] = kindsWritten(field, kinds);
  const kind = others.length === 0 ? kinds.find((one) => one.name === name) : undefined;
  return kind === undefined || write.status === undefined
    ? write
    : { ...write, status: inUsualPlaces(kind, write.status) };
}

function kindsWritten(field: string, kinds: TargetDescription["kinds"]): readonly string[] {
  const writing = kinds.filter(({ operations }) => {
    const { create, update, updateStatus, patchStatus, delete: deletions } = operations;
    const own = fieldsOf([...create, ...update, ...updateStatus, ...patchStatus, ...deletions]);
    return own.has(field);
  });
  return writing.map(({ name }) => name);
}

function sideOf(
  field: string,
  known: { readonly statusFields: ReadonlySet<string>; readonly mainFields: ReadonlySet<string> },
): "main" | "status" | undefined {
  if (known.statusFields.has(field)) return "status";
  return known.mainFields.has(field) ? "main" : undefined;
}

function writeOf(
  { given }: RootField,
  side: "main" | "status",
  words: BodyWords,
): Omit<RecognizedWrite, "kinds"> {
  const version = anyMemberIn(given, words.version);
  const status = anyMemberIn(given, words.status);
  const texts = textsIn(given);
  const named = namesAmong(given, words.name);
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
function namesIn({ document }: RootField, members: readonly string[]): readonly string[] {
  const given: string[] = [];
  visit(document, {
    Field: ({ alias, name }) => {
      if (alias !== undefined && members.includes(name.value)) given.push(alias.value);
    },
  });
  return [...given, ...members];
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
  root: Pick<RootField, "isOnly" | "place" | "responseName">,
  versionNames: readonly string[],
): WireResult {
  const content = contentAt(jsonIn(body), root.place);
  const errors = errorsIn(content);
  const error = root.isOnly ? errors[0] : errors.find((one) => isAbout(one, root));
  if (error === undefined && status < 400) {
    const stored = root.isOnly ? content : storedIn(content, root);
    // An error of another field may discard the results of all fields.
    if (stored === undefined) return { result: "lost", texts: [] };
    const version = anyMemberIn(stored, versionNames);
    return {
      result: "stored",
      ...versionOf(version),
      texts: textsIn(stored),
    };
  }
  const retryAfter = memberIn(error, "retryAfterSeconds") ?? Number(headers["retry-after"]);
  return {
    result: "refused",
    reason: reasonOf(error, status),
    ...(typeof retryAfter === "number" && Number.isFinite(retryAfter)
      ? { retryAfterSeconds: retryAfter }
      : {}),
    ...messageIn(error),
  };
}

/** An error that rejects a whole batch may be returned without an array. */
function contentAt(
  content: JsonValue | undefined,
  place: number | undefined,
): JsonValue | undefined {
  return Array.isArray(content) && place !== undefined ? content[place] : content;
}

function errorsIn(content: JsonValue | undefined): readonly JsonValue[] {
  const errors = isJsonObject(content) ? content["errors"] : undefined;
  return Array.isArray(errors) ? errors : [];
}

/** Whether an error is about a root field. An error without a path is about all of them. */
function isAbout(error: JsonValue, { responseName }: Pick<RootField, "responseName">): boolean {
  const path = isJsonObject(error) ? error["path"] : undefined;
  return !Array.isArray(path) || path.length === 0 || path[0] === responseName;
}

/** Returns undefined if the response has no result for the field. */
function storedIn(
  content: JsonValue | undefined,
  { responseName }: Pick<RootField, "responseName">,
): JsonValue | undefined {
  const data = isJsonObject(content) ? content["data"] : undefined;
  return isJsonObject(data) ? data[responseName] : undefined;
}

function denies({ body, status }: ProxyReply): boolean {
  const content = jsonIn(body);
  const errors = (Array.isArray(content) ? content : [content]).flatMap(errorsIn);
  return errors.some((error) => ["forbidden", "unauthenticated"].includes(reasonOf(error, status)));
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
  internal: { status: 200, code: "INTERNAL" },
} as const;

function refusal(
  { reason, retryAfterSeconds }: Extract<WriteTreatment, { readonly treat: "refuse" }>,
  request: ProxyRequest,
): ProxyReply {
  const { status, code } = refusals[reason];
  const limit = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const error = { message: `rejected by the proxy: ${reason}`, extensions: { code, ...limit } };
  return {
    status,
    headers: {
      "content-type": "application/json",
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
    },
    body: Buffer.from(JSON.stringify(perOperation(request, { errors: [error], data: null }))),
  };
}

/** A batch of operations is answered by a batch of results. */
function perOperation({ body }: ProxyRequest, result: JsonValue): JsonValue {
  const sent = jsonIn(body);
  return Array.isArray(sent) ? sent.map(() => result) : result;
}
