import {
  buildClientSchema,
  getIntrospectionQuery,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import type { GraphQLSchema, IntrospectionQuery } from "graphql";
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isJsonObject } from "#contract";
import type { JsonObject, Outcome } from "#contract";
import type { Secrets } from "../../port/secrets.ts";
import { TargetUnreachable } from "../../port/target.ts";
import { maximumReplyBytes } from "../../wire/http/http-transport.ts";
import type {
  HttpReply,
  HttpRequest,
  HttpResult,
  HttpTransport,
} from "../../wire/http/http-transport.ts";
import { decideRate } from "../../wire/limits/rate-limits.ts";
import { lossOf, refusalOf } from "./introspection-failure.ts";
import type { SchemaRequest } from "./introspection-failure.ts";
import { introspectInSteps } from "./introspection-steps.ts";

export interface IntrospectionOptions extends SchemaRequest {
  readonly transport: Pick<HttpTransport, "send">;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets?: Secrets;
  readonly isDescribed?: true;
  /** Reads a copy of the schema, for an endpoint that rejects introspection. There is no copy by default. */
  readonly readCopy?: () => GraphQLSchema;
}

/**
 * Introspects an endpoint, and resolves with its schema.
 *
 * @throws TargetUnreachable for every failure, each with its own message.
 */
export async function readSchema(
  options: IntrospectionOptions,
  signal: AbortSignal,
): Promise<GraphQLSchema> {
  const request: HttpRequest = {
    document: getIntrospectionQuery({ descriptions: false, inputValueDeprecation: false }),
    headers: options.headers,
    ...(options.secrets === undefined ? {} : { secrets: options.secrets }),
  };
  const reply = replyOf(await sendPatiently(request, options, signal), options);
  const ask = async (document: string): Promise<JsonObject | undefined> => {
    const result = await options.transport.send({ ...request, document }, options.limitMs, signal);
    return result.kind === "reply" ? dataOf(result) : undefined;
  };
  const whole = await wholeReply(reply, ask);
  if (options.readCopy !== undefined && isWithoutSchema(whole)) return options.readCopy();
  const schema = buildSchemaOf(whole, options);
  if (options.isDescribed === true) await describeScalars(schema, ask);
  return schema;
}

/** Sends the first request, and retries it while the endpoint limits the rate of requests. */
async function sendPatiently(
  request: HttpRequest,
  { transport, limitMs }: IntrospectionOptions,
  signal: AbortSignal,
): Promise<HttpResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await transport.send(request, limitMs, signal);
    if (result.kind !== "reply" || result.status !== 429) return result;
    const decision = decideRate(rateLimited(result), attempt);
    if (decision.kind !== "wait" || decision.pauseMs > limitMs) return result;
    await pause(decision.pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function rateLimited({ retryAfterSeconds }: HttpReply): Outcome {
  const delay = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return {
    result: "refused",
    refusal: { reason: "rateLimited", message: "", causes: [], ...delay },
  };
}

async function wholeReply(
  reply: HttpReply,
  ask: (document: string) => Promise<JsonObject | undefined>,
): Promise<HttpReply> {
  if (dataOf(reply) !== undefined || !isRefusal(reply)) return reply;
  const data = await introspectInSteps(ask);
  if (data === undefined || reply.data.kind !== "json") return reply;
  return { ...reply, status: 200, data: { ...reply.data, value: { data } } };
}

function dataOf({ status, data }: HttpReply): JsonObject | undefined {
  const body = data.kind === "json" && isJsonObject(data.value) ? data.value : {};
  const found = body["data"];
  return status < 400 && body["errors"] === undefined && isJsonObject(found) ? found : undefined;
}

/**
 * Whether the endpoint rejected the query for a reason other than the credential. The query may have exceeded a limit
 * that smaller queries do not exceed.
 */
function isRefusal({ status, data }: HttpReply): boolean {
  const isWhoAsks = status === 401 || status === 403;
  return (
    !isWhoAsks &&
    data.kind === "json" &&
    isJsonObject(data.value) &&
    Array.isArray(data.value["errors"])
  );
}

/**
 * Whether a GraphQL endpoint understood the request and returned no schema. With an invalid credential (HTTP 401), or
 * behind an unavailable server, the operations of a run would fail as well.
 */
function isWithoutSchema({ status, data }: HttpReply): boolean {
  if (status === 403) return true;
  const body = data.kind === "json" && isJsonObject(data.value) ? data.value : {};
  const isGraphql = body["errors"] !== undefined || body["data"] !== undefined;
  return isGraphql && status !== 401 && status < 500 && !isIntrospection(body["data"]);
}

function replyOf(result: HttpResult, options: IntrospectionOptions): HttpReply {
  switch (result.kind) {
    case "reply":
      return result;
    case "oversized":
      throw new TargetUnreachable(
        `${options.shown} responded to the introspection query with more than ${maximumReplyBytes} bytes`,
        { fix: "Check that the address belongs to a GraphQL endpoint." },
      );
    case "lost":
      throw lossOf(result, options);
  }
}

function buildSchemaOf(reply: HttpReply, options: IntrospectionOptions): GraphQLSchema {
  const body = reply.data.kind === "json" ? reply.data.value : undefined;
  const data = isJsonObject(body) ? body["data"] : undefined;
  if (reply.status >= 400 || !isIntrospection(data)) throw refusalOf(reply, body, options);
  try {
    return describedSchema(data);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new TargetUnreachable(`${options.shown} returned an invalid schema: ${detail}`, {
      fix: "Fix the schema of the server.",
      cause: error,
    });
  }
}

/** Whether the data looks like an introspection result. `buildClientSchema` validates the rest, with precise errors. */
export function isIntrospection(data: unknown): data is IntrospectionQuery & JsonObject {
  return isJsonObject(data) && isJsonObject(data["__schema"]);
}

/** Cache limits: number of schemas, and length of each introspection result in characters. */
const most = { schemas: 4, characters: 1_000_000 };

const remembered = new Map<string, GraphQLSchema>();

/**
 * Builds the schema of an introspection result. Caches it with the data derived from it, because tests connect to the
 * same schema repeatedly. The cache halves the connection time.
 *
 * @throws Error that states why a result is invalid.
 */
export function describedSchema(description: IntrospectionQuery): GraphQLSchema {
  const text = JSON.stringify(description);
  if (text.length > most.characters) return buildClientSchema(description);
  const key = createHash("sha256").update(text).digest("base64");
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const schema = buildClientSchema(description);
  if (remembered.size >= most.schemas) remembered.clear();
  remembered.set(key, schema);
  return schema;
}

const maxScalars = 40;

/**
 * Adds the descriptions of custom scalars to a schema that was introspected without them, because they often describe
 * the format of the values. If the endpoint rejects the query, the schema stays unchanged.
 */
async function describeScalars(
  schema: GraphQLSchema,
  ask: (document: string) => Promise<JsonObject | undefined>,
): Promise<void> {
  const scalars = Object.values(schema.getTypeMap())
    .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
    .slice(0, maxScalars);
  if (scalars.length === 0) return;
  const fields = scalars.map(
    ({ name }, index) => `s${index}: __type(name: ${JSON.stringify(name)}) { description }`,
  );
  const data = await ask(`{ ${fields.join(" ")} }`);
  for (const [index, scalar] of scalars.entries()) {
    const found = data?.[`s${index}`];
    const description = isJsonObject(found) ? found["description"] : undefined;
    if (typeof description === "string") scalar.description = description;
  }
}
