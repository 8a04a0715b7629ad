import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import type { WatchEnd, WatchEvent } from "#contract";
import type { Target, WatchListener } from "../../port/target.ts";
import { connectGraphqlTarget } from "../driver/connect.ts";
import type { GraphqlTargetOptions } from "../driver/connect.ts";
import { createDeferred } from "../../wire/streams/deferred.ts";
import { optionsFor, startEndpoint } from "./test-endpoint.ts";
import type { TestServer } from "./test-endpoint.ts";

export class Log implements WatchListener {
  readonly events: WatchEvent[] = [];
  readonly ends: WatchEnd[] = [];
  readonly #ended = createDeferred();

  event(event: WatchEvent): void {
    this.events.push(event);
  }

  ended(end: WatchEnd): void {
    this.ends.push(end);
    this.#ended.resolve();
  }

  async end(): Promise<WatchEnd | undefined> {
    await this.#ended.promise;
    return this.ends[0];
  }
}

export type Message = { readonly id?: string; readonly type: string };

export async function withSocket(
  hear: (socket: WebSocket, message: Message) => void,
  test: (target: Target, sockets: WebSocketServer, endpoint: TestServer) => Promise<void>,
  options: Partial<GraphqlTargetOptions> = {},
): Promise<void> {
  await using endpoint = await startEndpoint();
  const sockets = new WebSocketServer({ server: endpoint.server });
  sockets.on("connection", (socket) => {
    socket.on("message", (data) => {
      if (Buffer.isBuffer(data)) hear(socket, JSON.parse(data.toString()));
    });
  });
  await using target = await connectGraphqlTarget(optionsFor(endpoint.url, options));
  await test(target, sockets, endpoint);
}

export function acknowledging(
  subscribed: (socket: WebSocket, id: string) => void,
): (socket: WebSocket, message: Message) => void {
  return (socket, message) => {
    if (message.type === "connection_init") socket.send('{"type":"connection_ack"}');
    if (message.type === "subscribe") subscribed(socket, message.id ?? "");
  };
}

export function say(socket: WebSocket, id: string, rest: object): void {
  socket.send(JSON.stringify({ id, ...rest }));
}

export function next(op: string, version: string): object {
  return { type: "next", payload: { data: { widgetEvents: { op, version, object: null } } } };
}
