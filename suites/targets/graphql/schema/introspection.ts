import {
  buildClientSchema,
  getIntrospectionQuery,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import type { GraphQLSchema, IntrospectionQuery } from "graphql";
import { createHash } from "node:crypto";
import { errors } from "undici";
import { isJsonObject } from "#contract";
import type { IdentityName, JsonObject, JsonValue } from "#contract";
import type { Secrets } from "../../port/secrets.ts";
import { TargetUnreachable } from "../../port/target.ts";
import { parseAddress } from "../../wire/http/address.ts";
import { describeFailure, ProxyFailure } from "../../wire/http/failures.ts";
import { maximumReplyBytes } from "../../wire/http/http-transport.ts";
import type {
  HttpReply,
  HttpRequest,
  HttpResult,
  HttpTransport,
} from "../../wire/http/http-transport.ts";
import { introspectInSteps } from "./introspection-steps.ts";

export interface IntrospectionOptions {
  readonly transport: Pick<HttpTransport, "send">;
  readonly shown: string;
  readonly identity: IdentityName;
  /** The role whose credential is missing, and the reason. Set if `anonymous` reads the schema instead. */
  readonly missing?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets?: Secrets;
  readonly limitMs: number;
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
  const reply = replyOf(await options.transport.send(request, options.limitMs, signal), options);
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

function lossOf(
  lost: Extract<HttpResult, { readonly kind: "lost" }>,
  options: IntrospectionOptions,
): TargetUnreachable {
  if (lost.cause === "timeout") {
    return new TargetUnreachable(
      `${options.shown} did not respond to the introspection query within ${options.limitMs} ms`,
      {
        fix: "Check that the server at this address is running, or allow more time with --timeout SECONDS.",
        cause: lost.error,
        isTimeout: true,
      },
    );
  }
  if (lost.cause === "aborted") {
    return new TargetUnreachable(`connecting to ${options.shown} was aborted`, {
      fix: "Start the run again.",
      cause: lost.error,
    });
  }
  const isForeign = lost.error instanceof errors.HTTPParserError;
  const { problem, fix } = isForeign
    ? { problem: "the port does not speak HTTP", fix: "Correct the port, or use https://." }
    : readConnectionFailure(lost.error, options.shown.startsWith("https:"));
  return new TargetUnreachable(`${options.shown}: ${problem} (${lost.detail})`, {
    fix,
    cause: lost.error,
  });
}

interface Diagnosis {
  readonly problem: string;
  readonly fix: string;
}

function readConnectionFailure(error: unknown, isSecure: boolean): Diagnosis {
  if (error instanceof ProxyFailure) {
    return {
      problem: "there is no connection",
      fix: "Correct the environment variable HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or list the host in NO_PROXY.",
    };
  }
  const { code } = describeFailure(error);
  if (code === "ECONNREFUSED") {
    return {
      problem: "nothing is listening on this port",
      fix: "Start the server, or correct the port.",
    };
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return { problem: "unknown host", fix: "Correct the host name." };
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG") {
    return { problem: "the port does not speak TLS", fix: "Use http:// for this port." };
  }
  if (code === "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL") {
    return {
      problem: "the server does not speak HTTP/1.1",
      fix:
        "Enable HTTP/1.1 in addition to HTTP/2, or put a proxy that offers HTTP/1.1 in front of " +
        "it.",
    };
  }
  return readTlsFailure(code) ?? readBrokenConnection(isSecure);
}

function readTlsFailure(code = ""): Diagnosis | undefined {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return {
      problem: "the certificate of the server is for another host",
      fix: "Use an address with a host name of the certificate, or a certificate for this host.",
    };
  }
  if (code.startsWith("ERR_OSSL")) {
    return {
      problem: "the client certificate cannot be used",
      fix: "Pass the private key that belongs to the certificate, without a passphrase.",
    };
  }
  if (code === "CERT_HAS_EXPIRED") {
    return {
      problem: "the certificate of the server has expired",
      fix: "Renew the certificate, or correct the clock of this machine.",
    };
  }
  if (!/CERT|SIGNATURE|ISSUER|^ERR_(?:TLS|SSL)|EPROTO/u.test(code)) return undefined;
  return {
    problem: "the TLS connection failed",
    fix: "Use a certificate for this host from a trusted authority, or pass yours with --certificate-authority FILE.",
  };
}

function readBrokenConnection(isSecure: boolean): Diagnosis {
  return {
    problem: "the connection failed",
    fix: isSecure
      ? "Check the address. If the server requires a client certificate, pass it with --client-certificate and --client-key."
      : "Check the address. If the port uses TLS, the address must start with https://.",
  };
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

function refusalOf(
  reply: HttpReply,
  body: JsonValue | undefined,
  options: IntrospectionOptions,
): TargetUnreachable {
  const isRejected = reply.status === 401 || reply.status === 403 || readErrors(body) !== undefined;
  const { problem, fix } =
    readStatus(reply, body, options) ?? readErrors(body) ?? readForeignBody(reply);
  return new TargetUnreachable(`${options.shown} ${problem}`, {
    fix,
    ...(isRejected ? { rejection: body === undefined ? "" : JSON.stringify(body) } : {}),
  });
}

function readStatus(
  reply: HttpReply,
  body: JsonValue | undefined,
  options: IntrospectionOptions,
): Diagnosis | undefined {
  const { status } = reply;
  const message = messageIn(body);
  const quoted = message === undefined ? "" : `: ${message}`;
  if ((status === 401 || status === 403) && options.identity === "anonymous") {
    const why = options.missing === undefined ? "" : `; ${options.missing}`;
    return {
      problem: `rejected a request without a credential (HTTP ${status})${quoted}`,
      fix: `Pass the credential of a role with permission to read the schema${why}.`,
    };
  }
  if (status === 401 || status === 403) {
    return {
      problem: `rejected the credential of ${options.identity} (HTTP ${status})${quoted}`,
      fix: `Pass a credential for ${options.identity} with permission to read the schema.`,
    };
  }
  if (status >= 300 && status < 400) {
    return {
      problem: `redirects to ${shownLocation(reply)} (HTTP ${status}), but redirects are not followed`,
      fix:
        "Pass the target of the redirect as the address, if you trust its server with your " +
        "credentials.",
    };
  }
  if (status === 404 || status === 405) {
    return {
      problem: `does not serve GraphQL at this path (HTTP ${status})`,
      fix: "Correct the path. It is usually /graphql.",
    };
  }
  if (status === 502 || status === 503 || status === 504) {
    return {
      problem: `is unavailable (HTTP ${status})${quoted}`,
      fix: "Start the server behind this address, or run again when it responds.",
    };
  }
  return undefined;
}

function shownLocation(reply: HttpReply): string {
  if (reply.location === undefined) return "an unknown location";
  if (reply.location.startsWith("/")) return reply.location.replace(/[?#].*$/u, "");
  try {
    return parseAddress(reply.location, ["http", "https"]).shown;
  } catch {
    return "a location that is not a URL";
  }
}

function readErrors(body: JsonValue | undefined): Diagnosis | undefined {
  const message = messageIn(body);
  if (message === undefined) return undefined;
  return {
    problem: `rejected the introspection query: ${message}`,
    fix:
      "Allow introspection while the suite runs, because it reads the types of variables from the schema. Or specify " +
      "a file with a copy of the schema in the dialect, under endpoint.schema.",
  };
}

function messageIn(body: JsonValue | undefined): string | undefined {
  const list = isJsonObject(body) ? body["errors"] : undefined;
  const first = Array.isArray(list) ? list.find(isJsonObject) : undefined;
  if (first === undefined) return undefined;
  return typeof first["message"] === "string" ? first["message"].slice(0, 200) : "no message";
}

function readForeignBody(reply: HttpReply): Diagnosis {
  const type = reply.contentType.split(";")[0]?.trim() ?? "";
  const what = type === "" ? "a response without a content type" : type;
  const isPage = type.includes("html");
  return {
    problem: `returned ${isPage ? "a page" : "something"} that is not GraphQL (HTTP ${reply.status}, ${what})`,
    fix: "Check that the address belongs to a GraphQL endpoint. The path is usually /graphql.",
  };
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
