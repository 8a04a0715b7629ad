import { X509Certificate } from "node:crypto";
import { Agent, errors } from "undici";
import type { Dispatcher } from "undici";
import { readWideIntegers, writeWideIntegers } from "#contract";
import type { Limits } from "#contract";
import { decodedBody } from "../../wire/http/content-coding.ts";
import { describeFailure, preventedConnection } from "../../wire/http/failures.ts";
import { connectorTo } from "../../wire/http/forward-proxy.ts";
import type { ConnectOptions } from "../../wire/http/forward-proxy.ts";
import { parseWireText, redactText } from "../../wire/http/wire-data.ts";
import type { WireData } from "../../wire/http/wire-data.ts";
import { startDeadline } from "../../wire/limits/deadline.ts";
import { decidePause } from "../../wire/limits/rate-limits.ts";
import type { RateDecision } from "../../wire/limits/rate-limits.ts";
import { RequestRate } from "../../wire/limits/request-rate.ts";
import { targetOf } from "./rest-request.ts";
import type { Caller, RestRequest } from "./rest-request.ts";

export const maximumReplyBytes = 16 * 1024 * 1024;

/**
 * Maximum number of concurrent requests, with and without a client certificate each. Further requests wait for a free
 * connection.
 */
const connections = 64;

export interface TlsMaterial {
  readonly certificateAuthority?: string | Buffer;
  readonly certificate?: string | Buffer;
  readonly key?: string | Buffer;
  /** Whether any certificate of the server is accepted. */
  readonly isInsecure?: boolean;
  /** The expected name in the server's certificate, if it differs from the address. */
  readonly serverName?: string;
}

export interface RestTransportOptions {
  readonly address: URL;
  readonly tls: TlsMaterial;
  /** The forward proxy. None by default. */
  readonly proxy?: URL;
  readonly userAgent: string;
  /** Timeout in milliseconds for connecting, and again for the headers of a watch's response. */
  readonly openMs: number;
}

export interface RestReply {
  readonly kind: "reply";
  readonly status: number;
  readonly retryAfterSeconds?: number;
  readonly warnings: readonly string[];
  /** Number of earlier attempts that an overloaded server rejected. */
  readonly rateRefusals?: number;
  readonly data: WireData;
}

/** The result of a request. `oversized`: a response larger than {@link maximumReplyBytes}; `lost`: no response. */
export type RestResult =
  | RestReply
  | { readonly kind: "oversized" }
  | {
      readonly kind: "lost";
      readonly cause: "timeout" | "connection" | "aborted";
      readonly detail: string;
      /** Set if no connection was established. */
      readonly isUnsent?: true;
    };

/**
 * Sends requests to an API server. Callers with and without a client certificate never share a connection, because the
 * server attributes the certificate of a connection to its requests.
 */
export class RestTransport implements AsyncDisposable {
  readonly #options: RestTransportOptions;
  readonly #bare: Agent;
  readonly #certified: Agent;
  readonly #streams: Agent;
  readonly #certifiedStreams: Agent;
  readonly #rate = new RequestRate();

  constructor(options: RestTransportOptions) {
    this.#options = options;
    this.#bare = agentFor(options, { isCertified: false, isStreaming: false });
    this.#certified = agentFor(options, { isCertified: true, isStreaming: false });
    this.#streams = agentFor(options, { isCertified: false, isStreaming: true });
    this.#certifiedStreams = agentFor(options, { isCertified: true, isStreaming: true });
  }

  /** The expiry of the client certificate. Undefined without a certificate. */
  get certificateEnd(): string | undefined {
    const { certificate } = this.#options.tls;
    return certificate === undefined ? undefined : new X509Certificate(certificate).validTo;
  }

  /** Whether requests wait because the server requested a pause. */
  get isPaused(): boolean {
    return this.#rate.isPaused;
  }

  /**
   * Sends a request and reads the whole response. While the server responds with 429, the request is sent again, as
   * every client does, because the server has not executed it. If the caller stops waiting meanwhile, returns the last
   * rejection. Never rejects.
   */
  async send(request: RestRequest, caller: Caller, patience: ReplyPatience): Promise<RestResult> {
    const { result, rejected, decision, refusals } = await this.#rate.send(
      {
        once: () => this.#sendOnce(request, caller, patience),
        decide: (sent, attempt) => (sent.kind === "reply" ? decideAfter(sent, attempt) : goOn),
      },
      patience.signal,
    );
    const isAborted = result.kind === "lost" && result.cause === "aborted";
    if (isAborted && rejected?.kind === "reply") return { ...rejected, rateRefusals: refusals };
    const rateRefusals = decision.kind === "give-up" ? refusals + 1 : refusals;
    return result.kind === "reply" && rateRefusals > 0 ? { ...result, rateRefusals } : result;
  }

  async #sendOnce(
    request: RestRequest,
    caller: Caller,
    { limitMs, signal }: ReplyPatience,
  ): Promise<RestResult> {
    const stop = new AbortController();
    const deadline = startDeadline(limitMs, signal, () => stop.abort());
    try {
      const reply = await this.#ask(request, caller, stop.signal);
      const body = Buffer.from(await reply.body.arrayBuffer());
      const text = (decodedBody(body, reply.headers, maximumReplyBytes) ?? body).toString();
      const data = parseWireText(isSchema(request) ? text : readWideIntegers(text), caller.secrets);
      return { ...headOf(reply), kind: "reply", data };
    } catch (error) {
      const isTooLarge =
        error instanceof errors.ResponseExceededMaxSizeError || error instanceof RangeError;
      if (isTooLarge) return { kind: "oversized" };
      const cause = deadline.cause() ?? "connection";
      const detail = redactText(describeLoss(cause, limitMs, error), caller.secrets);
      const unsent = preventedConnection(error) ? ({ isUnsent: true } as const) : {};
      return { kind: "lost", cause, detail, ...unsent };
    } finally {
      deadline.end();
    }
  }

  /**
   * Requests a stream and resolves with the response headers. The request is sent again while the server responds with
   * 429. Rejects if there is no response.
   */
  async open(
    request: RestRequest,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const dispatcher = caller.withCertificate ? this.#certifiedStreams : this.#streams;
    const once = (): Promise<Dispatcher.ResponseData> =>
      this.#request({ request, caller, dispatcher }, signal);
    return (await this.#rate.send({ once, decide: decideStream, isStream: true }, signal)).result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const agents = [this.#bare, this.#certified, this.#streams, this.#certifiedStreams];
    await Promise.all(agents.map((agent) => agent.destroy()));
  }

  #ask(
    request: RestRequest,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const dispatcher = caller.withCertificate ? this.#certified : this.#bare;
    return this.#request({ request, caller, dispatcher }, signal);
  }

  #request(
    { request, caller, dispatcher }: RequestParts,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const { address, userAgent } = this.#options;
    const { method, body, contentType, accept = "application/json" } = request;
    return dispatcher.request({
      origin: address.origin,
      path: `${address.pathname.replace(/\/$/u, "")}${targetOf(request)}`,
      method,
      headers: {
        accept,
        "user-agent": userAgent,
        ...caller.headers,
        ...(contentType === undefined ? {} : { "content-type": contentType }),
      },
      body: body === undefined ? null : writeWideIntegers(JSON.stringify(body)),
      signal,
    });
  }
}

interface ReplyPatience {
  /** Time limit for one attempt, in milliseconds. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

const goOn = { kind: "go-on" } as const;

function decideAfter(
  { status, retryAfterSeconds }: Pick<RestReply, "status" | "retryAfterSeconds">,
  attempt: number,
): RateDecision {
  if (status !== 429) return goOn;
  const delay = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return decidePause({ message: "HTTP 429", ...delay }, attempt);
}

/** Drops the response if the request is sent again. */
function decideStream(reply: Dispatcher.ResponseData, attempt: number): RateDecision {
  const decision = decideAfter(headOf(reply), attempt);
  if (decision.kind === "wait") void reply.body.dump().catch(() => undefined);
  return decision;
}

/** Returns a transport whose timeout for connecting is that of a watch. */
export function transportTo(
  address: URL,
  {
    tls,
    proxy,
    userAgent,
    limits,
  }: Pick<RestTransportOptions, "proxy" | "tls" | "userAgent"> & {
    readonly limits: Pick<Limits, "watchOpenMs">;
  },
): RestTransport {
  const openMs = limits.watchOpenMs;
  return new RestTransport({
    address,
    tls,
    ...(proxy === undefined ? {} : { proxy }),
    userAgent,
    openMs,
  });
}

/** Bounds in a schema are compared as numbers, so they may be rounded. */
function isSchema({ path }: RestRequest): boolean {
  return path.startsWith("/openapi/");
}

interface RequestParts {
  readonly request: RestRequest;
  readonly caller: Caller;
  readonly dispatcher: Dispatcher;
}

interface AgentUse {
  readonly isCertified: boolean;
  readonly isStreaming: boolean;
}

function agentFor({ tls, openMs, proxy }: RestTransportOptions, use: AgentUse): Agent {
  const { certificate: _certificate, key: _key, ...bare } = tls;
  return new Agent({
    // A stream occupies a whole connection, so streams are not subject to the connection limit.
    ...(use.isStreaming ? { bodyTimeout: 0, headersTimeout: openMs } : { connections }),
    ...(use.isStreaming ? {} : { maxResponseSize: maximumReplyBytes }),
    pipelining: 1,
    connect: connectorTo(
      { timeout: openMs, ...connectOptionsOf(use.isCertified ? tls : bare) },
      proxy,
    ),
  });
}

/** Converts the TLS settings of a cluster to options of a connection. */
export function connectOptionsOf({
  certificateAuthority,
  certificate,
  key,
  isInsecure,
  serverName,
}: TlsMaterial): ConnectOptions {
  return {
    rejectUnauthorized: isInsecure !== true,
    ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
    ...(serverName === undefined ? {} : { servername: serverName }),
  };
}

function headOf({
  statusCode,
  headers,
}: Dispatcher.ResponseData): Omit<RestReply, "data" | "kind"> {
  const warning = headers["warning"] ?? [];
  const retryAfterSeconds = retryAfterOf(headers);
  return {
    status: statusCode,
    warnings: Array.isArray(warning) ? warning : [warning],
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

function retryAfterOf(headers: Dispatcher.ResponseData["headers"]): number | undefined {
  const retryAfter = headers["retry-after"];
  return typeof retryAfter === "string" && /^\d+$/u.test(retryAfter)
    ? Number(retryAfter)
    : undefined;
}

function describeLoss(
  cause: "timeout" | "connection" | "aborted",
  limitMs: number,
  error: unknown,
): string {
  switch (cause) {
    case "timeout":
      return `no complete response within ${limitMs} ms`;
    case "aborted":
      return "aborted by the caller";
    case "connection":
      return describeFailure(error).detail;
  }
}
