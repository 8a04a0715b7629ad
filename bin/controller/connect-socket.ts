import type { Socket } from "node:net";
import type { Duplex, Transform } from "node:stream";
import { SocketExchanges } from "./socket-exchanges.ts";
import type { SocketExchange } from "./socket-exchanges.ts";
import type { SocketSubscriptions } from "./socket-subscriptions.ts";

/** Time limit for responses after a client has closed its WebSocket, in milliseconds. */
const lastResponsesMs = 10_000;

interface SocketEnds {
  readonly socket: Duplex;
  /** Bytes that the client sent together with its request to upgrade. */
  readonly head: Buffer;
  readonly upstream: Socket;
}

interface SocketStages {
  readonly subscriptions: SocketSubscriptions;
  /** Forwards or answers a query or a mutation. The connection is broken if this rejects. */
  readonly exchange: (exchange: SocketExchange) => Promise<void>;
  /** Streams that may delay the events of subscriptions, in order. */
  readonly delays: readonly Duplex[];
  /** Receives the messages that the client receives through subscriptions. */
  readonly read: Transform;
  /** Called for each message of the client whose operation, if any, cannot be read. */
  readonly unread: () => void;
  /** Must return false if the connection was already closed. */
  readonly closed: () => boolean;
}

/**
 * Connects both sides of a WebSocket. Its queries and mutations leave the streams; everything else is forwarded. `cut`
 * breaks the connection, and `end` completes its subscriptions, or breaks it if that is impossible.
 */
export function connectSocket(
  { socket, head, upstream }: SocketEnds,
  { subscriptions, exchange, delays, read, unread, closed }: SocketStages,
): { readonly cut: () => void; readonly end: () => void } {
  const exchanges = new SocketExchanges({
    exchange: (one) => {
      exchange(one).catch(cut);
    },
    send: (bytes) => void socket.write(bytes),
    unread,
  });
  const close = (by: Parameters<SocketSubscriptions["closed"]>[0]): void => {
    if (!closed()) return;
    subscriptions.closed(by);
    socket.destroy();
    const end = (): unknown => upstream.destroy();
    const limit = setTimeout(end, lastResponsesMs).unref();
    upstream.once("close", () => clearTimeout(limit));
    void exchanges.clientClosed().then(end);
  };
  const cut = (): void => close("run");
  for (const end of ["error", "close"]) {
    socket.once(end, () => close("controller"));
    upstream.once(end, () => close("endpoint"));
  }
  upstream.once("close", () => exchanges.serverClosed());
  if (head.length > 0) exchanges.ofClient.write(head);
  const stages = [exchanges.ofServer, ...delays, subscriptions.ofServer, read, socket];
  stages.reduce<Duplex>((from, to) => from.pipe(to), upstream);
  const operations = socket.pipe(exchanges.ofClient).pipe(subscriptions.ofClient);
  // A server would drop its last responses if its side of the connection were ended here.
  operations.pipe(upstream, { end: false });
  return {
    cut,
    end: () => {
      if (!subscriptions.complete()) cut();
    },
  };
}
