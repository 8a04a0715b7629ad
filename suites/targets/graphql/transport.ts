import { GraphQLClient } from "graphql-request";
import { Pool, errors } from "undici";
import type { JsonObject } from "#contract";
import type { Address } from "./address.ts";
import { startDeadline } from "./deadline.ts";
import { describeFailure } from "./failures.ts";
import { parseWireText, redactText } from "./wire-data.ts";
import type { WireData } from "./wire-data.ts";

/** The largest reply that is read, in bytes. The whole of a large test namespace stays far below. */
export const maximumReplyBytes = 16 * 1024 * 1024;

/** How many requests may be under way at once; more wait for a free connection. */
const connections = 128;

/** One request: a document, its variables, and what the caller presents. */
export interface HttpRequest {
  readonly document: string;
  readonly variables?: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  /** Taken out of everything that comes back. */
  readonly credential?: string;
}

/** A reply that came back whole. */
export interface HttpReply {
  readonly kind: "reply";
  readonly status: number;
  readonly contentType: string;
  /** Where a redirect points. It is not followed: a credential must not travel to another host. */
  readonly location?: string;
  readonly retryAfterSeconds?: number;
  readonly data: WireData;
}

/** What became of a request. `oversized` is a reply beyond {@link maximumReplyBytes}, `lost` the lack of one. */
export type HttpResult =
  | HttpReply
  | { readonly kind: "oversized" }
  | {
      readonly kind: "lost";
      readonly cause: "timeout" | "connection" | "aborted";
      readonly detail: string;
      readonly error: unknown;
    };

/** Options of {@link HttpTransport}. */
export interface HttpTransportOptions {
  readonly address: Address;
  readonly userAgent: string;
}

/**
 * Carries GraphQL over HTTP: graphql-request on top, a pool of kept-alive undici connections below.
 * The global `fetch` in between would cost several times as much as the request itself.
 */
export class HttpTransport implements AsyncDisposable {
  readonly #address: Address;
  readonly #userAgent: string;
  readonly #pool: Pool;

  constructor(options: HttpTransportOptions) {
    this.#address = options.address;
    this.#userAgent = options.userAgent;
    this.#pool = new Pool(options.address.url.origin, {
      connections,
      pipelining: 1,
      maxResponseSize: maximumReplyBytes,
    });
  }

  /** Sends one request and reads its whole reply. Never rejects. */
  async send(request: HttpRequest, limitMs: number, signal: AbortSignal): Promise<HttpResult> {
    const deadline = startDeadline(limitMs, signal);
    const capture = new Capture(this.#pool, deadline.signal);
    try {
      await this.#client(capture, request).rawRequest(request.document, request.variables);
      return capture.result(request.credential);
    } catch (error) {
      // What was captured counts: graphql-request also throws on replies that are merely odd.
      if (capture.isComplete) return capture.result(request.credential);
      if (error instanceof errors.ResponseExceededMaxSizeError) return { kind: "oversized" };
      const cause = deadline.cause() ?? "connection";
      const detail = redactText(describeLoss(cause, limitMs, error), request.credential);
      return { kind: "lost", cause, detail, error };
    } finally {
      deadline.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }

  #client(capture: Capture, request: HttpRequest): GraphQLClient {
    return new GraphQLClient(this.#address.url.href, {
      fetch: async (input, init) => capture.fetch(input, init),
      headers: { "user-agent": this.#userAgent, ...request.headers },
      errorPolicy: "all",
      // Spares a parse of the document for every request; a document here holds one operation.
      excludeOperationName: true,
      jsonSerializer: { stringify: JSON.stringify, parse: () => emptyResult },
    });
  }
}

function describeLoss(
  cause: "timeout" | "connection" | "aborted",
  limitMs: number,
  error: unknown,
): string {
  switch (cause) {
    case "timeout":
      return `no whole reply within ${limitMs} ms`;
    case "aborted":
      return "given up by the caller";
    case "connection":
      return describeFailure(error).detail;
  }
}

/** What graphql-request is told that every reply says, so that the text is parsed once, by us, whatever its shape. */
const emptyResult = { data: null };

/** The fetch of one request. Keeps the reply as it was, which graphql-request would reduce. */
class Capture {
  readonly #pool: Pool;
  readonly #signal: AbortSignal;
  #reply: Omit<HttpReply, "data"> | undefined;
  #text = "";

  constructor(pool: Pool, signal: AbortSignal) {
    this.#pool = pool;
    this.#signal = signal;
  }

  get isComplete(): boolean {
    return this.#reply !== undefined;
  }

  result(credential: string | undefined): HttpResult {
    if (this.#reply === undefined) {
      const error = new Error("the request was not sent");
      return { kind: "lost", cause: "connection", detail: error.message, error };
    }
    return { ...this.#reply, data: parseWireText(this.#text, credential) };
  }

  async fetch(input: string | URL | Request, init: RequestInit | undefined): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input);
    const reply = await this.#pool.request({
      method: "POST",
      path: `${url.pathname}${url.search}`,
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === "string" ? init.body : null,
      signal: this.#signal,
    });
    this.#text = await reply.body.text();
    this.#reply = readHead(reply.statusCode, reply.headers);
    return new TextResponse(this.#text, reply.statusCode);
  }
}

function readHead(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Omit<HttpReply, "data"> {
  const one = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const location = one("location");
  const retryAfter = one("retry-after");
  return {
    kind: "reply",
    status,
    contentType: one("content-type") ?? "",
    ...(location === undefined ? {} : { location }),
    ...(retryAfter !== undefined && /^\d+$/u.test(retryAfter)
      ? { retryAfterSeconds: Number(retryAfter) }
      : {}),
  };
}

/** The part of a `Response` that graphql-request reads, without the cost of a body stream. */
class TextResponse extends Response {
  override readonly text: () => Promise<string>;

  constructor(text: string, status: number) {
    super(null, { status, headers: { "content-type": "application/json" } });
    this.text = async () => text;
  }
}
