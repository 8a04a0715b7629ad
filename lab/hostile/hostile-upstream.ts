import { Agent } from "undici";
import type { Dispatcher } from "undici";
import { demoTokens, startReference } from "#reference";
import type { ReferenceServer } from "#reference";
import { otherObject } from "./defects/graphql-defects.ts";

export type Sound = Pick<Upstream, "ask" | "stream" | "webSocketUrl">;

export class Upstream implements AsyncDisposable {
  readonly #server: ReferenceServer;
  readonly #agent = new Agent({ bodyTimeout: 0, headersTimeout: 0 });
  readonly #schemas = new Map<string, string>();

  constructor(server: ReferenceServer) {
    this.#server = server;
  }

  static async start(): Promise<Upstream> {
    const upstream = new Upstream(await startReference());
    await upstream.#askAsAuthor(
      `mutation { createService(input: { namespace: "default", name: "${otherObject}", spec: {} }) { kind } }`,
    );
    return upstream;
  }

  async hasOtherObject(): Promise<boolean> {
    const reply = await this.#askAsAuthor(
      `{ service(namespace: "default", name: "${otherObject}") { metadata { generation } } }`,
    );
    return /"generation":\s*1\b/u.test(reply);
  }

  get webSocketUrl(): string {
    return this.#server.webSocketUrl;
  }

  /** Sends a request and resolves with the body of the response. Caches introspection. */
  async ask(body: string, authorization: string | undefined): Promise<string> {
    const isOfSchema = body.includes("__schema");
    const known = isOfSchema ? this.#schemas.get(body) : undefined;
    if (known !== undefined) return known;
    const reply = await this.#post(new URL(this.#server.url), { body, authorization });
    const text = await reply.body.text();
    if (isOfSchema) this.#schemas.set(body, text);
    return text;
  }

  async serviceNames(): Promise<readonly string[]> {
    const reply = await this.#askAsAuthor("{ services { items { metadata { name } } } }");
    return Array.from(reply.matchAll(/"name":"([^"]*)"/gu), ([, name = ""]) => name);
  }

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

  #askAsAuthor(query: string): Promise<string> {
    return this.ask(JSON.stringify({ query }), `Bearer ${demoTokens.author}`);
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
