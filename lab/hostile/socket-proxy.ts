import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import type { RawData } from "ws";
import { isJsonObject } from "#contract";
import type { EventSpoiler, Shared } from "./event-spoiler.ts";
import type { Sound } from "./hostile-upstream.ts";

export interface SocketProxyParts extends Shared {
  readonly upstream: Sound;
  readonly events: EventSpoiler;
}

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

export class SocketProxy implements Disposable {
  readonly #parts: SocketProxyParts;
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #upstreams = new Set<WebSocket>();

  constructor(parts: SocketProxyParts) {
    this.#parts = parts;
  }

  take({ request, socket, head }: Upgrade): void {
    const { moment, means } = this.#parts;
    const { strike } = this.#parts.case.defect;
    if (strike.at === "handshake" && moment.take()) {
      // The socket must be read. Otherwise, the close of the client goes unnoticed.
      socket.resume();
      void strike.strike({ ...means(), socket, accept: acceptOf(request) });
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (client) => this.#join(client, socket));
  }

  [Symbol.dispose](): void {
    for (const client of this.#server.clients) client.terminate();
    for (const upstream of this.#upstreams) upstream.terminate();
    this.#server.close();
  }

  #join(client: WebSocket, socket: Duplex): void {
    const upstream = new WebSocket(this.#parts.upstream.webSocketUrl, client.protocol, {
      perMessageDeflate: false,
    });
    this.#upstreams.add(upstream);
    const early: string[] = [];
    client.on("message", (data) => {
      if (upstream.readyState === WebSocket.OPEN) upstream.send(textOf(data));
      else early.push(textOf(data));
    });
    upstream.on("open", () => {
      for (const text of early) upstream.send(text);
    });
    upstream.on("message", (data) => void this.#speak(textOf(data), client, socket));
    client.on("close", () => upstream.terminate());
    upstream.on("close", (code, reason) => {
      this.#upstreams.delete(upstream);
      if (code >= 3000 && code < 5000) client.close(code, reason);
      else client.terminate();
    });
    client.on("error", () => client.terminate());
    upstream.on("error", () => {});
  }

  async #speak(honest: string, client: WebSocket, socket: Duplex): Promise<void> {
    const { moment, means } = this.#parts;
    const { strike } = this.#parts.case.defect;
    if (strike.at === "message" && moment.take()) {
      await strike.strike({ ...means(), socket, honest });
      return;
    }
    for (const text of this.#spoilt(honest)) client.send(text);
  }

  #spoilt(honest: string): readonly string[] {
    if (this.#parts.case.defect.strike.at !== "event") return [honest];
    const message: unknown = JSON.parse(honest);
    if (!isJsonObject(message) || message["type"] !== "next") return [honest];
    const results = this.#parts.events.results(message["payload"]);
    return results.map((payload) => JSON.stringify({ ...message, payload }));
  }
}

function acceptOf({ headers }: IncomingMessage): string {
  const key = String(headers["sec-websocket-key"]);
  const magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  return createHash("sha1").update(`${key}${magic}`).digest("base64");
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.from(new Uint8Array(data)).toString("utf8");
}
