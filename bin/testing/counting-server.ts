import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Agent, request as send } from "undici";
import { WebSocket, WebSocketServer } from "ws";
import type { RawData } from "ws";
import { startReference } from "#reference";
import type { ReferenceServer } from "#reference";
import { closeServer, listenLocally, portOf } from "./local-server.ts";

class Count {
  now = 0;
  most = 0;

  begin(): void {
    this.now += 1;
    this.most = Math.max(this.most, this.now);
  }

  end(): void {
    this.now -= 1;
  }

  forget(): void {
    this.most = this.now;
  }
}

/**
 * The reference server behind a proxy that counts concurrent requests, event streams and socket subscriptions.
 * Disposing closes it.
 */
export class CountingServer implements AsyncDisposable {
  readonly requests = new Count();
  readonly streams = new Count();
  readonly subscriptions = new Count();
  readonly #reference: ReferenceServer;
  readonly #agent = new Agent({ bodyTimeout: 0, headersTimeout: 0 });
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });

  private constructor(reference: ReferenceServer) {
    this.#reference = reference;
    this.#server = createServer((request, response) => {
      this.#pass(request, response).catch(() => response.destroy());
    });
    this.#server.on("upgrade", (request, socket, head: Buffer) => {
      this.#sockets.handleUpgrade(request, socket, head, (client) => this.#join(client));
    });
  }

  static async start(): Promise<CountingServer> {
    const server = new CountingServer(await startReference());
    await listenLocally(server.#server);
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}/graphql`;
  }

  forget(): void {
    for (const count of [this.requests, this.streams, this.subscriptions]) count.forget();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate();
    await closeServer(this.#server);
    await this.#agent.destroy();
    await this.#reference[Symbol.asyncDispose]();
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { authorization, accept = "", "content-type": type = "" } = incoming.headers;
    const count = accept.includes("text/event-stream") ? this.streams : this.requests;
    count.begin();
    outgoing.once("close", () => count.end());
    const stop = new AbortController();
    outgoing.once("close", () => stop.abort());
    const reply = await send(new URL(incoming.url ?? "/", this.#reference.url), {
      method: "POST",
      headers: { accept, "content-type": type, ...(authorization && { authorization }) },
      body: await text(incoming),
      dispatcher: this.#agent,
      signal: stop.signal,
    });
    const { "content-type": answered = "" } = reply.headers;
    outgoing.writeHead(reply.statusCode, { "content-type": answered }).flushHeaders();
    await pipeline(reply.body, outgoing);
  }

  #join(client: WebSocket): void {
    const upstream = new WebSocket(this.#reference.webSocketUrl, client.protocol);
    const open = new Set<string>();
    const note = (data: RawData): string => {
      const sent = Buffer.isBuffer(data) ? data.toString("utf8") : "{}";
      const { type, id = "" }: { readonly type: string; readonly id?: string } = JSON.parse(sent);
      if (type === "subscribe") {
        open.add(id);
        this.subscriptions.begin();
      } else if ((type === "complete" || type === "error") && open.delete(id)) {
        this.subscriptions.end();
      }
      return sent;
    };
    const early: string[] = [];
    client.on("message", (data) => {
      const sent = note(data);
      if (upstream.readyState === WebSocket.OPEN) upstream.send(sent);
      else early.push(sent);
    });
    upstream.on("open", () => {
      for (const sent of early) upstream.send(sent);
    });
    upstream.on("message", (data) => client.send(note(data)));
    client.on("close", () => upstream.terminate());
    upstream.on("close", () => client.terminate());
    for (const socket of [client, upstream]) socket.on("error", () => socket.terminate());
  }
}
