import { once } from "node:events";
import { WebSocket } from "ws";
import { demoTokens } from "#reference";
import type { PeerProcess } from "./peer-process.ts";

const document =
  "subscription { event: watchServices { type resourceVersion object { kind metadata { name namespace uid resourceVersion generation creationTimestamp labels } spec { type loadBalancerIP } status { loadBalancer { ingress { ip } } observedGeneration } } } }";

/** Maximum number of connections. Many systems limit the number of open files. */
const maxConnections = 500;

/** Many subscriptions that only count events. Each has its own connection, up to the maximum number of connections. */
export class Subscribers implements Disposable {
  readonly #count: number;
  readonly #sockets: readonly WebSocket[];
  readonly #received = new Map<WebSocket, number>();
  #events = 0;
  #wanted = Infinity;
  #reached: () => void = () => {};

  private constructor(sockets: readonly WebSocket[], count: number) {
    this.#count = count;
    this.#sockets = sockets;
    for (const socket of sockets) {
      socket.on("message", (data: Buffer) => {
        if (data.includes(nextMark)) this.#take(socket);
      });
    }
  }

  /**
   * Opens N subscriptions one after the other, because a server accepts one connection per turn of its event loop. Then
   * calls `cause` until every subscriber has received an event.
   */
  static async open(
    peer: PeerProcess,
    count: number,
    cause: () => Promise<void>,
  ): Promise<Subscribers> {
    const sockets: WebSocket[] = [];
    const connections = Math.min(count, maxConnections);
    for (let number = 0; number < connections; number += 1) {
      const socket = new WebSocket(peer.webSocketUrl, "graphql-transport-ws");
      await once(socket, "open");
      sockets.push(socket);
    }
    const subscribers = new Subscribers(sockets, count);
    const authorization = `Bearer ${demoTokens.author}`;
    for (const socket of sockets) {
      socket.send(JSON.stringify({ type: "connection_init", payload: { authorization } }));
      // The server would reject a message that arrives before the acknowledgement.
      await once(socket, "message");
      for (let id = 1; id <= count / connections; id += 1) {
        const payload = { query: document };
        socket.send(JSON.stringify({ id: String(id), type: "subscribe", payload }));
      }
    }
    while (!subscribers.#haveAll(count / connections)) await cause();
    return subscribers;
  }

  /** Calls `cause` once, and waits until the subscribers have received N more events each. */
  async receive(events: number, cause: () => Promise<void>): Promise<void> {
    this.#events = 0;
    this.#wanted = events * this.#count;
    const all = new Promise<void>((resolve) => {
      this.#reached = resolve;
    });
    await cause();
    await all;
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  #haveAll(events: number): boolean {
    return this.#sockets.every((socket) => (this.#received.get(socket) ?? 0) >= events);
  }

  #take(socket: WebSocket): void {
    this.#received.set(socket, (this.#received.get(socket) ?? 0) + 1);
    this.#events += 1;
    if (this.#events >= this.#wanted) this.#reached();
  }
}

/** A substring that occurs in every event message and in no other message. */
const nextMark = Buffer.from('"type":"next"');
