import { createClient } from "graphql-ws";
import type { Client } from "graphql-ws";
import { WebSocket } from "ws";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { demoTokens } from "../kinds/demo-identities.ts";
import type { ReferenceServer } from "../server/start-reference.ts";

export type Role = keyof typeof demoTokens | "anonymous";

export interface Reply {
  readonly httpStatus: number;
  /** The value of the only root field. Null if the request was rejected. */
  readonly value: JsonValue;
  readonly errors: readonly JsonObject[];
  readonly code: JsonValue | undefined;
  readonly fields: readonly (JsonValue | undefined)[];
  readonly warnings: JsonValue | undefined;
}

export async function send(
  server: ReferenceServer,
  role: Role,
  request: {
    readonly query: string;
    readonly variables?: JsonObject;
    readonly operationName?: string;
  },
): Promise<Reply> {
  const response = await fetch(server.url, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization(role) },
    body: JSON.stringify(request),
  });
  return readReply(response.status, await response.json());
}

export function mutate(
  server: ReferenceServer,
  role: Role,
  call: { readonly field: string; readonly input: JsonObject },
): Promise<Reply> {
  return send(server, role, mutation(call.field, call.input));
}

export function mutation(
  field: string,
  input: JsonObject,
): { readonly query: string; readonly variables: JsonObject } {
  const isTypedDeletion = field.startsWith("delete") && field !== "deleteResource";
  const type = isTypedDeletion
    ? "DeleteObjectInput"
    : `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${field}(input: $input) { ${selectionOf(field)} } }`;
  return { query, variables: { input } };
}

export interface TestWatch extends AsyncDisposable {
  next(): Promise<JsonValue>;
}

/** Creates a WebSocket client. The caller must dispose it. */
export function connect(server: ReferenceServer, role: Role): Client {
  return createClient({
    url: server.webSocketUrl,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: Object.fromEntries(
      Object.entries(authorization(role)).map(([, value]) => ["Authorization", value]),
    ),
  });
}

/** Opens a watch, but does not wait until it is established. Without a cursor, the watch misses events until then. */
export function watch(client: Client, query: string): TestWatch {
  const results = client.iterate({ query });
  return {
    next: async () => {
      const result = await results.next().catch((error: unknown) => {
        throw Array.isArray(error) ? new AggregateError(error) : error;
      });
      return eventIn(result);
    },
    [Symbol.asyncDispose]: async () => {
      await results.return?.();
    },
  };
}

interface WatchResult {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[] | undefined;
}

/**
 * Returns the event in a result of a watch, over either protocol. Returns `completed` if the watch is closed.
 *
 * @throws AggregateError with the errors of the watch.
 */
export function eventIn(result: IteratorResult<WatchResult, unknown>): JsonValue {
  if (result.done === true) return "completed";
  const { data, errors } = result.value;
  if (errors !== undefined) throw new AggregateError(errors, errors[0]?.message);
  const [event] = Object.values(isJsonObject(data) ? data : {});
  return event ?? null;
}

export function at(
  value: JsonValue | undefined,
  ...path: readonly string[]
): JsonValue | undefined {
  let found = value;
  for (const member of path) {
    found = isJsonObject(found) && Object.hasOwn(found, member) ? found[member] : undefined;
  }
  return found;
}

export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string {
  const text = at(value, ...path);
  return typeof text === "string" ? text : "";
}

export function versionOf(value: JsonValue | undefined): string {
  return textAt(value, "metadata", "resourceVersion");
}

function authorization(role: Role): Readonly<Record<string, string>> {
  return role === "anonymous" ? {} : { authorization: `Bearer ${demoTokens[role]}` };
}

function readReply(httpStatus: number, body: unknown): Reply {
  const reply = isJsonObject(body) ? body : {};
  const errors = (Array.isArray(reply["errors"]) ? reply["errors"] : []).filter(isJsonObject);
  const causes = at(errors[0], "extensions", "causes");
  const data = reply["data"];
  return {
    httpStatus,
    value: (isJsonObject(data) ? Object.values(data)[0] : undefined) ?? null,
    errors,
    code: at(errors[0], "extensions", "code"),
    fields: Array.isArray(causes) ? causes.map((cause) => at(cause, "field")) : [],
    warnings: at(reply, "extensions", "warnings"),
  };
}

const metadata = `metadata {
  name namespace uid resourceVersion generation creationTimestamp deletionTimestamp
  labels annotations finalizers
}`;

function selectionOf(field: string): string {
  if (field.includes("Resource")) return `kind ${metadata} spec status`;
  const conditions = "conditions { type status reason }";
  if (field.includes("Deployment")) {
    const status = `status { replicas readyReplicas observedGeneration ${conditions} }`;
    return `kind ${metadata} spec { replicas image } ${status}`;
  }
  if (field.includes("Service")) {
    const status = `status { observedGeneration loadBalancer { ingress { ip } } ${conditions} }`;
    return `kind ${metadata} spec { type loadBalancerIP ports { name port } } ${status}`;
  }
  return `kind ${metadata}`;
}
