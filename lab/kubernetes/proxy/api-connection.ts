import { Agent, request as send } from "undici";
import type { Dispatcher } from "undici";
import type { ApiReply } from "./api-reply.ts";
import type { ApiRequest } from "./api-request.ts";

export interface ApiAddress {
  readonly endpoint: string;
  readonly certificateAuthority?: string | Buffer;
}

/** Hop-by-hop headers, and headers that depend on the body. */
const ownHeaders = new Set([
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
]);

export class ApiConnection implements AsyncDisposable {
  readonly #endpoint: string;
  readonly #agent: Agent;

  constructor({ endpoint, certificateAuthority }: ApiAddress) {
    this.#endpoint = endpoint;
    const ca = certificateAuthority === undefined ? {} : { ca: certificateAuthority };
    this.#agent = new Agent({ bodyTimeout: 0, pipelining: 1, connect: ca });
  }

  async send(request: ApiRequest): Promise<ApiReply> {
    const reply = await this.open(request, new AbortController().signal);
    const text = await reply.body.text();
    return { status: reply.statusCode, headers: passedHeaders(reply.headers), text };
  }

  /** Sends a request. Resolves when the head of the response has arrived. */
  async open(request: ApiRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { method, path, query, headers, text } = request;
    const parameters = new URLSearchParams(query).toString();
    const url = `${this.#endpoint}${path}${parameters === "" ? "" : `?${parameters}`}`;
    return send(url, {
      method,
      headers,
      body: text === "" ? null : text,
      dispatcher: this.#agent,
      signal,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

export function passedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string | string[]>> {
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !ownHeaders.has(name)) passed[name] = value;
  }
  return passed;
}
