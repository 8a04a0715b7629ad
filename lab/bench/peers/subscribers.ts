import { once } from "node:events";
import { WebSocket } from "ws";
import { demoTokens } from "#reference";
import type { PeerProcess } from "./peer-process.ts";

const document =
  "subscription { event: watchServices { type resourceVersion object { kind metadata { name namespace uid resourceVersion generation creationTimestamp labels } spec { type loadBalancerIP } status { loadBalancer { ingress { ip } } observedGeneration } } } }";

/** More connections than this are more files than a process may have open on many systems. */
const mostConnections = 500;

/** Many subscriptions, each on a connection of its own as far as that goes, which count events and look no further. */
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
   * Opens so many, one after the other: a server takes one connection in each turn of its loop. `cause` brings
   * about an event; it does so until every subscriber has one.
   */
  static async open(
    peer: PeerProcess,
    count: number,
    cause: () => Promise<void>,
  ): Promise<Subscribers> {
    const sockets: WebSocket[] = [];
    const connections = Math.min(count, mostConnections);
    for (let number = 0; number < connections; number += 1) {
      const socket = new WebSocket(peer.webSocketUrl, "graphql-transport-ws");
      await once(socket, "open");
      sockets.push(socket);
    }
    const subscribers = new Subscribers(sockets, count);
    const authorization = `Bearer ${demoTokens.author}`;
    for (const socket of sockets) {
      socket.send(JSON.stringify({ type: "connection_init", payload: { authorization } }));
      // What comes before the acknowledgement is refused.
      await once(socket, "message");
      for (let id = 1; id <= count / connections; id += 1) {
        const payload = { query: document };
        socket.send(JSON.stringify({ id: String(id), type: "subscribe", payload }));
      }
    }
    while (!subscribers.#haveAll(count / connections)) await cause();
    return subscribers;
  }

  /** Lets `cause` bring about events until each subscriber has so many more. */
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

  /** Whether so many events have come on each connection. */
  #haveAll(events: number): boolean {
    return this.#sockets.every((socket) => (this.#received.get(socket) ?? 0) >= events);
  }

  #take(socket: WebSocket): void {
    this.#received.set(socket, (this.#received.get(socket) ?? 0) + 1);
    this.#events += 1;
    if (this.#events >= this.#wanted) this.#reached();
  }
}

/** Every message with an event has it, and no other. */
const nextMark = Buffer.from('"type":"next"');
