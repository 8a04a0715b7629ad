import { text } from "node:stream/consumers";
import type { ServerResponse } from "node:http";
import {
  buildSchema,
  execute,
  getOperationAST,
  graphql,
  GraphQLError,
  Kind,
  parse,
  subscribe,
  validate,
} from "graphql";
import type {
  DocumentNode,
  ExecutionResult,
  FieldNode,
  GraphQLSchema,
  SelectionNode,
} from "graphql";
import { useServer } from "graphql-ws/use/ws";
import { WebSocketServer } from "ws";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { startHttp } from "../test-endpoint.ts";
import type { TestServer } from "../test-endpoint.ts";
import { refuse } from "./object-store.ts";

/** The roles of a test endpoint. All other callers are rejected. */
export type Role = "author" | "controller" | "reader" | "stranger";

export interface CallerContext {
  readonly role: Role;
}

export interface ServedSchema {
  readonly sdl: string;
  readonly root: Readonly<Record<string, object>>;
  readonly may: Readonly<Record<Role, (field: string) => boolean>>;
  readonly socketCredential: "connectionInit" | "subscribePayload" | "upgradeHeader";
  readonly unauthenticated: { readonly status: number; readonly body: string };
  /** The transports. Defaults to HTTP for requests and a WebSocket for watches. */
  readonly transport?: "http-and-events" | "http-and-socket" | "socket";
  /** Whether permissions apply to the fields below groups rather than to the groups. */
  readonly isNested?: true;
  /** Root fields that only group the fields to which permissions apply. */
  readonly groups?: readonly string[];
  /** Returns the HTTP status of a response with errors; 200 by default. */
  readonly statusOf?: (errors: readonly GraphQLError[]) => number;
  readonly deepest?: number;
  readonly formatError?: (error: GraphQLError) => GraphQLError;
  /** Handles requests to `/push`, without any role. */
  readonly push?: (input: JsonObject) => object;
}

export async function serveSchema(served: ServedSchema): Promise<TestServer> {
  const schema = buildSchema(served.sdl);
  const endpoint = await startHttp((request, response) => {
    void text(request).then(async (body) => {
      response.setHeader("content-type", "application/json");
      if (request.url === "/push" && served.push !== undefined) {
        const input: unknown = JSON.parse(body);
        response.end(JSON.stringify(served.push(isJsonObject(input) ? input : {})));
        return;
      }
      if (served.transport === "socket" || body === "") {
        response.statusCode = 404;
        response.end("{}");
        return;
      }
      const role = roleOf(request.headers.authorization);
      if (role === undefined) {
        response.statusCode = served.unauthenticated.status;
        if (response.statusCode !== 200) response.setHeader("content-type", "text/plain");
        response.end(served.unauthenticated.body);
        return;
      }
      if (request.headers.accept?.includes("text/event-stream") === true) {
        await stream(schema, { served, role }, { body, response });
        return;
      }
      const answered = await answer(schema, { served, role }, body);
      const { errors = [] } = answered;
      if (errors.length > 0) response.statusCode = served.statusOf?.(errors) ?? 200;
      response.end(JSON.stringify(answered));
    });
  });
  if (served.transport !== "http-and-events") serveSocket(endpoint, schema, served);
  return endpoint;
}

function roleOf(presented: unknown): Role | undefined {
  const name = typeof presented === "string" ? /^Bearer (\w+)-key$/u.exec(presented)?.[1] : "";
  return (["author", "controller", "reader", "stranger"] as const).find((role) => role === name);
}

interface Caller {
  readonly served: ServedSchema;
  readonly role: Role;
}

async function answer(
  schema: GraphQLSchema,
  caller: Caller,
  body: string,
): Promise<ExecutionResult> {
  const { source, variableValues } = requestIn(body);
  const refusal = refusalFor(caller, source);
  if (refusal !== undefined) return { errors: [refusal] };
  const rootValue = caller.served.root;
  const contextValue = { role: caller.role };
  const result = await graphql({ schema, source, rootValue, variableValues, contextValue });
  return withFormattedErrors(caller.served, result);
}

function requestIn(body: string): { readonly source: string; readonly variableValues: JsonObject } {
  const request: unknown = JSON.parse(body);
  const { query, variables } = isJsonObject(request) ? request : {};
  const source = typeof query === "string" ? query : "";
  return { source, variableValues: isJsonObject(variables) ? variables : {} };
}

function withFormattedErrors<Result extends ExecutionResult>(
  { formatError }: ServedSchema,
  result: Result,
): Result {
  const { errors } = result;
  return formatError === undefined || errors === undefined
    ? result
    : { ...result, errors: errors.map(formatError) };
}

async function stream(
  schema: GraphQLSchema,
  caller: Caller,
  { body, response }: { readonly body: string; readonly response: ServerResponse },
): Promise<void> {
  const { source, variableValues } = requestIn(body);
  const { served } = caller;
  response.setHeader("content-type", "text/event-stream");
  const say = (event: string, data?: object): unknown =>
    response.write(`event: ${event}\ndata: ${data === undefined ? "" : JSON.stringify(data)}\n\n`);
  const refusal = refusalFor(caller, source);
  const document = parse(source);
  const results =
    refusal === undefined
      ? await subscribe({ schema, document, rootValue: served.root, variableValues })
      : { errors: [refusal] };
  response.flushHeaders();
  if (!(Symbol.asyncIterator in results)) say("next", withFormattedErrors(served, results));
  else {
    response.on("close", () => void results.return?.());
    try {
      for await (const result of results) say("next", withFormattedErrors(served, result));
    } catch (error) {
      const ended = error instanceof GraphQLError ? error : refuse("INTERNAL", String(error));
      say("next", { errors: [served.formatError?.(ended) ?? ended] });
    }
  }
  say("complete");
  response.end();
}

/**
 * Returns the error for a request that is too deep, or for which the caller lacks permission, if any. Both are checked
 * before the types of variables.
 */
function refusalFor({ served, role }: Caller, source: string): GraphQLError | undefined {
  const document = parse(source);
  const selections = inlined(getOperationAST(document)?.selectionSet.selections ?? [], document);
  if (served.deepest !== undefined && depthOf(selections) > served.deepest) {
    return refuse("TOO_DEEP", `the request is deeper than ${served.deepest} levels`);
  }
  const roots = rootFields(selections, new Set(served.groups));
  const called = served.isNested === true ? calledFields(selections) : roots;
  const denied = called.find((field) => !field.startsWith("__") && !served.may[role](field));
  if (denied === undefined) return undefined;
  const refusal = refuse("FORBIDDEN", `${role} may not call ${denied}`);
  return served.formatError?.(refusal) ?? refusal;
}

function depthOf(selections: readonly FieldNode[]): number {
  const depths = selections.map(
    ({ selectionSet }) => 1 + depthOf(fieldsIn(selectionSet?.selections ?? [])),
  );
  return Math.max(0, ...depths);
}

/** Returns the fields of a selection, with those of its fragments at every depth. */
function inlined(
  selections: readonly SelectionNode[],
  document: DocumentNode,
): readonly FieldNode[] {
  return selections.flatMap((selection): readonly FieldNode[] => {
    switch (selection.kind) {
      case Kind.FIELD: {
        const { selectionSet } = selection;
        if (selectionSet === undefined) return [selection];
        const inner = inlined(selectionSet.selections, document);
        return [{ ...selection, selectionSet: { ...selectionSet, selections: inner } }];
      }
      case Kind.INLINE_FRAGMENT:
        return inlined(selection.selectionSet.selections, document);
      case Kind.FRAGMENT_SPREAD: {
        const { value } = selection.name;
        const fragment = document.definitions.find(
          (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === value,
        );
        return fragment?.kind === Kind.FRAGMENT_DEFINITION
          ? inlined(fragment.selectionSet.selections, document)
          : [];
      }
    }
  });
}

function fieldsIn(selections: readonly SelectionNode[]): readonly FieldNode[] {
  return selections.filter((selection) => selection.kind === Kind.FIELD);
}

/** Returns the names of the outermost fields that have arguments or no selections. */
function calledFields(fields: readonly FieldNode[]): readonly string[] {
  return fields.flatMap((selection) => {
    if (selection.name.value.startsWith("__")) return [];
    const below = fieldsIn(selection.selectionSet?.selections ?? []);
    const isCall = (selection.arguments ?? []).length > 0 || below.length === 0;
    return isCall ? [selection.name.value] : calledFields(below);
  });
}

function rootFields(fields: readonly FieldNode[], groups: ReadonlySet<string>): readonly string[] {
  return fields.flatMap(({ name: { value: name }, selectionSet }) => {
    if (!groups.has(name)) return [name];
    return rootFields(fieldsIn(selectionSet?.selections ?? []), new Set());
  });
}

function serveSocket(endpoint: TestServer, schema: GraphQLSchema, served: ServedSchema): void {
  const sockets = new WebSocketServer({ server: endpoint.server });
  useServer<Record<string, unknown>, { request: { headers: Record<string, unknown> } }>(
    {
      schema,
      // Passed explicitly, because the test runner and the library may load graphql from different
      // files.
      execute: async (args) => withFormattedErrors(served, await execute(args)),
      subscribe: async (args) => {
        const results = await subscribe(args);
        return Symbol.asyncIterator in results ? results : withFormattedErrors(served, results);
      },
      validate: (...args) => validate(...args).map((error) => served.formatError?.(error) ?? error),
      roots: {
        query: { ...served.root },
        mutation: { ...served.root },
        subscription: { ...served.root },
      },
      context: ({ connectionParams, extra }): CallerContext => ({
        role:
          roleOf(connectionParams?.["Authorization"] ?? extra.request.headers["authorization"]) ??
          "stranger",
      }),
      onConnect: ({ connectionParams, extra }) => {
        if (served.socketCredential === "subscribePayload") return true;
        const presented =
          served.socketCredential === "connectionInit"
            ? connectionParams?.["Authorization"]
            : extra.request.headers["authorization"];
        return roleOf(presented) !== undefined;
      },
      onSubscribe: ({ connectionParams, extra }, _id, payload) => {
        const own: JsonObject = JSON.parse(JSON.stringify(payload));
        const presented =
          served.socketCredential === "subscribePayload"
            ? own["Authorization"]
            : (connectionParams?.["Authorization"] ?? extra.request.headers["authorization"]);
        const role = roleOf(presented);
        if (role === undefined && served.socketCredential === "subscribePayload") {
          const unknown = refuse("UNAUTHENTICATED", "who are you?");
          return [served.formatError?.(unknown) ?? unknown];
        }
        const refusal = refusalFor({ served, role: role ?? "stranger" }, payload.query);
        return refusal === undefined ? undefined : [refusal];
      },
    },
    sockets,
  );
}
