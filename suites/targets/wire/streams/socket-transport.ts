import type { IdentityName, JsonObject } from "#contract";
import type { Address } from "../http/address.ts";
import { startDeadline } from "../limits/deadline.ts";
import type { DeadlineCause } from "../limits/deadline.ts";
import { createDeferred } from "./deferred.ts";
import { SocketConnection } from "./socket-connection.ts";
import type { SocketProtocol, Stream, StreamRequest, StreamSink } from "./socket-connection.ts";
import type { StreamEnd } from "./stream-end.ts";
import { dialingOf } from "../http/forward-proxy.ts";
import type { Dialing } from "../http/forward-proxy.ts";
import { maximumReplyBytes } from "../http/http-transport.ts";

export interface SocketPresentation {
  readonly headers: Readonly<Record<string, string>>;
  /** Payload of `connection_init`. Absent if not sent. */
  readonly connectionInit?: JsonObject;
  /** Sent with the document of every request. Nothing by default. */
  readonly subscribePayload?: JsonObject;
  /** Parameters that are added to the URL. None by default. They may contain credentials. */
  readonly query?: Readonly<Record<string, string>>;
}

export interface SocketCaller {
  readonly identity: IdentityName;
  /** Must be the same object for the same credential. */
  readonly presentation: SocketPresentation;
}

export type SocketResult =
  | { readonly kind: "result"; readonly payload: unknown }
  | { readonly kind: "ended"; readonly end: StreamEnd }
  | { readonly kind: "lost"; readonly cause: "timeout" | "aborted"; readonly detail: string };

export interface SocketTransportOptions extends Dialing {
  readonly address: Address;
  readonly userAgent: string;
  /** Timeout in milliseconds for the acknowledgement of a connection, measured from the connection attempt. */
  readonly openMs: number;
  /** Maximum number of streams per connection. Servers limit this number. */
  readonly streamsPerConnection: number;
  /** `graphql-transport-ws` by default. */
  readonly protocol?: SocketProtocol;
}

interface Opened {
  readonly connection: SocketConnection;
  readonly presentation: SocketPresentation;
}

/** GraphQL over WebSocket. Each role has its own connections, opened on demand; a changed credential opens new ones. */
export class SocketTransport implements AsyncDisposable {
  readonly #options: SocketTransportOptions;
  readonly #connections = new Map<string, Set<Opened>>();
  #isDisposed = false;

  constructor(options: SocketTransportOptions) {
    this.#options = options;
  }

  /**
   * Opens a stream on a connection that the caller's other streams share, up to `streamsPerConnection`. Errors are
   * passed to the sink.
   */
  open(caller: SocketCaller, request: StreamRequest, sink: StreamSink): Stream {
    if (this.#isDisposed) return endedStream(sink);
    return this.#connectionFor(caller).open(request, sink);
  }

  /**
   * Opens a stream on a connection that only streams with the same `name` share. The connection is closed with its last
   * stream.
   */
  openOn(
    name: string,
    { caller, request, sink }: { caller: SocketCaller; request: StreamRequest; sink: StreamSink },
  ): Stream {
    if (this.#isDisposed) return endedStream(sink);
    const connection = this.#connectionFor(caller, name);
    const stream = connection.open(request, sink);
    void stream.ended.then(() => {
      if (connection.size === 0) void connection[Symbol.asyncDispose]();
    });
    return { ...stream, pause: () => connection.pause() };
  }

  /** Sends a request and waits for its first result. Never rejects. */
  async send(
    caller: SocketCaller,
    request: StreamRequest,
    limits: { readonly limitMs: number; readonly signal: AbortSignal },
  ): Promise<SocketResult> {
    const { limitMs, signal } = limits;
    const result = createDeferred<SocketResult>();
    let stream: Stream | undefined;
    const deadline = startDeadline(limitMs, signal, (cause) => {
      result.resolve({ kind: "lost", cause, detail: describeLoss(cause, limitMs) });
      stream?.close();
    });
    try {
      stream = this.open(caller, request, {
        next: (payload) => result.resolve({ kind: "result", payload }),
        ended: (end) => result.resolve({ kind: "ended", end }),
      });
      if (deadline.cause() !== undefined) stream.close();
      return await result.promise;
    } finally {
      deadline.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const connections = [...this.#connections.values()].flatMap((set) => [...set]);
    this.#connections.clear();
    await Promise.all(connections.map(async (one) => one.connection[Symbol.asyncDispose]()));
  }

  #connectionFor({ identity, presentation }: SocketCaller, name = ""): SocketConnection {
    const owner = `${identity} ${name}`;
    const known = this.#connections.get(owner) ?? new Set();
    this.#connections.set(owner, known);
    for (const one of known) {
      const { connection } = one;
      const hasRoom = connection.size < this.#options.streamsPerConnection;
      if (!connection.isUsable) known.delete(one);
      else if (hasRoom && one.presentation === presentation) return connection;
    }
    const { url } = this.#options.address;
    const headers = { "user-agent": this.#options.userAgent, ...presentation.headers };
    const connection = new SocketConnection({
      url: urlWith(url, {
        ...this.#options.protocol?.query?.({ url, headers }),
        ...presentation.query,
      }),
      headers,
      ...(presentation.connectionInit === undefined
        ? {}
        : { connectionInit: presentation.connectionInit }),
      ...(presentation.subscribePayload === undefined
        ? {}
        : { subscribePayload: presentation.subscribePayload }),
      openMs: this.#options.openMs,
      maximumMessageBytes: maximumReplyBytes,
      ...dialingOf(this.#options),
      ...(this.#options.protocol === undefined ? {} : { protocol: this.#options.protocol }),
    });
    known.add({ connection, presentation });
    return connection;
  }
}

function urlWith(url: URL, query: SocketPresentation["query"] = {}): URL {
  const full = new URL(url);
  for (const [name, value] of Object.entries(query)) full.searchParams.set(name, value);
  return full;
}

function describeLoss(cause: DeadlineCause, limitMs: number): string {
  switch (cause) {
    case "timeout":
      return `no result within ${limitMs} ms`;
    case "aborted":
      return "aborted by the caller";
  }
}

function endedStream(sink: StreamSink): Stream {
  sink.ended({ kind: "closed" });
  return { sent: Promise.resolve(), ended: Promise.resolve(), close: () => {} };
}
