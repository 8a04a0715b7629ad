import { GraphQLClient } from "graphql-request";
import { errors } from "undici";
import type { Client } from "undici";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { Secrets } from "../../port/secrets.ts";
import type { Address } from "./address.ts";
import { Connections } from "../limits/connection-pool.ts";
import { startDeadline } from "../limits/deadline.ts";
import type { DeadlineCause } from "../limits/deadline.ts";
import { describeFailure, preventedConnection } from "./failures.ts";
import { connectorFor } from "./forward-proxy.ts";
import type { Dialing } from "./forward-proxy.ts";
import { OperationNames } from "./operation-names.ts";
import type { NamedRequest } from "./operation-names.ts";
import { Reception } from "./reception.ts";
import type { ReceivedReply } from "./reception.ts";
import { readExhausted, readRetryAfter } from "./rate-headers.ts";
import type { Exhausted } from "./rate-headers.ts";
import { ServerClock } from "./server-clock.ts";
import { parseWireText, redactText } from "./wire-data.ts";
import type { WireData } from "./wire-data.ts";

/** Maximum size of a response in bytes. Responses for a large test namespace are far smaller. */
export const maximumReplyBytes = 16 * 1024 * 1024;

/**
 * The User-Agent of every second request. Any Node.js program might send it, so a server that treats the suite
 * differently is detected. All other requests name the suite, so that logs show it.
 */
const plainAgent = "node";

/**
 * Maximum number of concurrent requests. Further requests wait for a free connection. It equals the maximum number of
 * concurrent cases, because waiting requests would make the target look busy and reduce the concurrency.
 */
const maxConnections = 256;

/** Maximum number of requests on connections that have not received a response yet. */
const maxNewConnections = 8;

export interface HttpRequest extends NamedRequest {
  readonly variables?: JsonObject;
  /** Must be the same object for the same caller, because derived data is cached with this object as the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets?: Secrets;
}

export interface HttpReply {
  readonly kind: "reply";
  readonly status: number;
  readonly contentType: string;
  /** The target of a redirect. Redirects are not followed, because a credential must not be sent to another host. */
  readonly location?: string;
  readonly retryAfterSeconds?: number;
  /** Set if no request is left in the current period. */
  readonly exhausted?: Exhausted;
  readonly data: WireData;
}

/** The result of a request. `oversized`: a response larger than {@link maximumReplyBytes}; `lost`: no response. */
export type HttpResult =
  | HttpReply
  | { readonly kind: "oversized" }
  | {
      readonly kind: "lost";
      readonly cause: LossCause;
      readonly detail: string;
      /** Set if no connection was established. */
      readonly isUnsent?: true;
      readonly error: unknown;
    };

type LossCause = DeadlineCause | "connection";

export interface HttpTransportOptions extends Dialing {
  readonly address: Address;
  readonly userAgent: string;
}

/**
 * Sends GraphQL over HTTP: graphql-request on top of undici's keep-alive connections. The global `fetch` between them
 * would cost several times as much as the request itself.
 */
export class HttpTransport implements AsyncDisposable {
  readonly #address: Address;
  readonly #userAgent: string;
  readonly #connections: Connections;
  /** Whether the endpoint demands named operations. The watches of the endpoint share it. */
  readonly operationNames = new OperationNames();
  readonly #captured = new CapturedReply();
  readonly #serverClock = new ServerClock();
  readonly #headerLists = {
    named: new WeakMap<object, string[]>(),
    plain: new WeakMap<object, string[]>(),
  };
  #isPlain = true;

  constructor(options: HttpTransportOptions) {
    this.#address = options.address;
    this.#userAgent = options.userAgent;
    this.#connections = new Connections({
      origin: options.address.url.origin,
      connect: connectorFor(options.address.url, options),
      maxResponseSize: maximumReplyBytes,
      most: maxConnections,
      mostNew: maxNewConnections,
    });
  }

  /** Sends a request as soon as a connection is free, and reads the whole response. Never rejects. */
  async send(request: HttpRequest, limitMs: number, signal: AbortSignal): Promise<HttpResult> {
    const names = this.operationNames;
    const sent = names.named(request);
    const result = await this.#send(sent, limitMs, signal);
    if (sent.operationName !== undefined || result.kind !== "reply") return result;
    const isUnnamed = names.learnFrom(result.data, request);
    return isUnnamed ? await this.#send(names.named(request), limitMs, signal) : result;
  }

  async #send(request: HttpRequest, limitMs: number, signal: AbortSignal): Promise<HttpResult> {
    const connection = await this.#connections.lend(signal);
    if (connection === undefined) return neverSent(signal);
    try {
      return await this.#sendOver(connection.client, request, { limitMs, signal });
    } finally {
      this.#connections.giveBack(connection);
    }
  }

  async #sendOver(
    client: Client,
    request: HttpRequest,
    { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
  ): Promise<HttpResult> {
    const reception = new Reception(maximumReplyBytes);
    const deadline = startDeadline(limitMs, signal, (cause) => reception.abort(new Error(cause)));
    try {
      await this.#requester(client, reception, request).rawRequest(
        request.document,
        request.variables,
      );
      const received = await reception.reply;
      this.#serverClock.note(firstOf(received.headers["date"]), Date.now());
      return replyOf(received, request.secrets);
    } catch (error) {
      if (error instanceof errors.ResponseExceededMaxSizeError) return { kind: "oversized" };
      const cause = deadline.cause() ?? "connection";
      const detail = redactText(describeLoss(cause, limitMs, error), request.secrets);
      const unsent = preventedConnection(error) ? ({ isUnsent: true } as const) : {};
      return { kind: "lost", cause, detail, ...unsent, error };
    } finally {
      deadline.end();
    }
  }

  /** Returns the time on the server's clock, given the client's time. */
  serverTimeAt(nowMs: number): number {
    return this.#serverClock.timeAt(nowMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connections[Symbol.asyncDispose]();
  }

  /** Creates a client whose fetch captures the raw response, because graphql-request would return only part of it. */
  #requester(client: Client, reception: Reception, request: HttpRequest): GraphQLClient {
    this.#isPlain = !this.#isPlain;
    const isPlain = this.#isPlain;
    const agent = isPlain ? plainAgent : this.#userAgent;
    return new GraphQLClient(this.#address.url.href, {
      fetch: async (_input, init) => {
        const { headers } = request;
        const lists = isPlain ? this.#headerLists.plain : this.#headerLists.named;
        this.#dispatch(client, reception, { init, headers: headersOf(lists, headers, init) });
        await reception.reply;
        return this.#captured;
      },
      headers: { "user-agent": agent, ...request.headers },
      errorPolicy: "all",
      // Avoids parsing the document for every request. Each document contains one operation, so few endpoints need a name.
      excludeOperationName: true,
      jsonSerializer: { stringify: stringifierOf(request), parse: () => emptyResult },
    });
  }

  #dispatch(
    client: Client,
    reception: Reception,
    { init, headers }: { readonly init: RequestInit | undefined; readonly headers: string[] },
  ): void {
    const { pathname, search } = this.#address.url;
    const body = typeof init?.body === "string" ? init.body : null;
    client.dispatch({ method: "POST", path: `${pathname}${search}`, headers, body }, reception);
  }
}

function stringifierOf({ operationName }: HttpRequest): (body: unknown) => string {
  if (operationName === undefined) return JSON.stringify;
  return (body) => JSON.stringify(isJsonObject(body) ? { ...body, operationName } : body);
}

/**
 * Returns the headers as a flat list of names and values. Cached, because they depend only on the caller and the
 * User-Agent.
 */
function headersOf(
  lists: WeakMap<object, string[]>,
  caller: HttpRequest["headers"],
  init: RequestInit | undefined,
): string[] {
  const known = lists.get(caller);
  if (known !== undefined) return known;
  const list = [...new Headers(init?.headers)].flat();
  lists.set(caller, list);
  return list;
}

function neverSent(signal: AbortSignal): HttpResult {
  const detail = "aborted by the caller before it was sent";
  return { kind: "lost", cause: "aborted", detail, isUnsent: true, error: signal.reason };
}

function describeLoss(cause: LossCause, limitMs: number, error: unknown): string {
  switch (cause) {
    case "timeout":
      return `no complete response within ${limitMs} ms`;
    case "aborted":
      return "aborted by the caller";
    case "connection":
      return describeFailure(error).detail;
  }
}

/** The result that graphql-request receives for every response, because only this module parses the body. */
const emptyResult = { data: null };

/**
 * The response that graphql-request receives instead of every real response. The real response is captured, because it
 * may have any shape.
 */
class CapturedReply extends Response {
  constructor() {
    super(null, { headers: { "content-type": "application/json" } });
  }

  override readonly text = async (): Promise<string> => "";
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function replyOf(
  { status, headers, text }: ReceivedReply,
  secrets: Secrets | undefined,
): HttpReply {
  const one = (name: string): string | undefined => firstOf(headers[name]);
  const location = one("location");
  const shown = (value: string): string => redactText(value, secrets);
  const retryAfterSeconds = readRetryAfter(one);
  const exhausted = readExhausted(one);
  return {
    kind: "reply",
    status,
    contentType: shown(one("content-type") ?? ""),
    ...(location === undefined ? {} : { location: shown(location) }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(exhausted === undefined ? {} : { exhausted }),
    data: parseWireText(text, secrets),
  };
}
