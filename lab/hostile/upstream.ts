import { Agent } from "undici";
import type { Dispatcher } from "undici";
import type { ReferenceServer } from "#reference";

/** A sound server behind a hostile one. */
export class Upstream implements AsyncDisposable {
  readonly #server: ReferenceServer;
  readonly #agent = new Agent({ bodyTimeout: 0, headersTimeout: 0 });
  readonly #schemas = new Map<string, string>();

  constructor(server: ReferenceServer) {
    this.#server = server;
  }

  get webSocketUrl(): string {
    return this.#server.webSocketUrl;
  }

  /** Asks a question and resolves with the body of the answer. What the schema is like is asked once. */
  async ask(body: string, authorization: string | undefined): Promise<string> {
    const isOfSchema = body.includes("__schema");
    const known = isOfSchema ? this.#schemas.get(body) : undefined;
    if (known !== undefined) return known;
    const reply = await this.#post(new URL(this.#server.url), { body, authorization });
    const text = await reply.body.text();
    if (isOfSchema) this.#schemas.set(body, text);
    return text;
  }

  /** Opens a stream of events. */
  async stream(
    body: string,
    authorization: string | undefined,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const accept = "text/event-stream";
    return this.#post(new URL(this.#server.eventStreamUrl), {
      body,
      authorization,
      accept,
      signal,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
    await this.#server[Symbol.asyncDispose]();
  }

  #post(
    url: URL,
    asked: {
      readonly body: string;
      readonly authorization: string | undefined;
      readonly accept?: string;
      readonly signal?: AbortSignal;
    },
  ): Promise<Dispatcher.ResponseData> {
    const { body, authorization, accept = "application/json", signal } = asked;
    return this.#agent.request({
      origin: url.origin,
      path: url.pathname,
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        accept,
        ...(authorization === undefined ? {} : { authorization }),
      },
      ...(signal === undefined ? {} : { signal }),
    });
  }
}
