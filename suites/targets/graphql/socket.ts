import type { IdentityName, JsonObject } from "#contract";
import type { Address } from "./address.ts";
import { startDeadline } from "./deadline.ts";
import { onAbort } from "./on-abort.ts";
import { SocketConnection } from "./socket-connection.ts";
import type { Stream, StreamRequest, StreamSink } from "./socket-connection.ts";
import type { StreamEnd } from "./stream-end.ts";
import { maximumReplyBytes } from "./transport.ts";

/** What one role presents when it connects. */
export interface SocketPresentation {
  readonly headers: Readonly<Record<string, string>>;
  /** Payload of `connection_init`. Absent: none is sent. */
  readonly connectionInit?: JsonObject;
}

/** A caller of the socket: a role and what it presents. */
export interface SocketCaller {
  readonly identity: IdentityName;
  readonly presentation: SocketPresentation;
}

/** What became of a request with one result. */
export type SocketResult =
  | { readonly kind: "result"; readonly payload: unknown }
  | { readonly kind: "ended"; readonly end: StreamEnd }
  | { readonly kind: "lost"; readonly cause: "timeout" | "aborted"; readonly detail: string };

/** Options of {@link SocketTransport}. */
export interface SocketTransportOptions {
  readonly address: Address;
  readonly userAgent: string;
  /** From opening a connection to its acknowledgement, in milliseconds. */
  readonly openMs: number;
  /** How many streams one connection carries before another is opened; servers have limits. */
  readonly streamsPerConnection: number;
}

/** Carries GraphQL over sockets. Each role has connections of its own, opened when they are needed. */
export class SocketTransport implements AsyncDisposable {
  readonly #options: SocketTransportOptions;
  readonly #connections = new Map<IdentityName, Set<SocketConnection>>();
  #isDisposed = false;

  constructor(options: SocketTransportOptions) {
    this.#options = options;
  }

  /** Opens a stream. Whatever goes wrong is told to the sink. */
  open(caller: SocketCaller, request: StreamRequest, sink: StreamSink): Stream {
    if (this.#isDisposed) return endedStream(sink);
    return this.#connectionFor(caller).open(request, sink);
  }

  /** Sends a request and waits for its first result. Never rejects. */
  async send(
    caller: SocketCaller,
    request: StreamRequest,
    limits: { readonly limitMs: number; readonly signal: AbortSignal },
  ): Promise<SocketResult> {
    const deadline = startDeadline(limits.limitMs, limits.signal);
    try {
      return await new Promise<SocketResult>((resolve) => {
        const stream = this.open(caller, request, {
          next: (payload) => resolve({ kind: "result", payload }),
          ended: (end) => resolve({ kind: "ended", end }),
        });
        onAbort(deadline.signal, () => {
          const isTimeout = deadline.cause() === "timeout";
          const detail = isTimeout
            ? `no result within ${limits.limitMs} ms`
            : "given up by the caller";
          resolve({ kind: "lost", cause: isTimeout ? "timeout" : "aborted", detail });
          stream.close();
        });
      });
    } finally {
      deadline.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const connections = [...this.#connections.values()].flatMap((set) => [...set]);
    this.#connections.clear();
    await Promise.all(connections.map(async (connection) => connection[Symbol.asyncDispose]()));
  }

  #connectionFor({ identity, presentation }: SocketCaller): SocketConnection {
    const known = this.#connections.get(identity) ?? new Set();
    this.#connections.set(identity, known);
    for (const connection of known) {
      if (!connection.isUsable) known.delete(connection);
      else if (connection.size < this.#options.streamsPerConnection) return connection;
    }
    const opened = new SocketConnection({
      url: this.#options.address.url,
      headers: { "user-agent": this.#options.userAgent, ...presentation.headers },
      ...(presentation.connectionInit === undefined
        ? {}
        : { connectionInit: presentation.connectionInit }),
      openMs: this.#options.openMs,
      maximumMessageBytes: maximumReplyBytes,
    });
    known.add(opened);
    return opened;
  }
}

function endedStream(sink: StreamSink): Stream {
  sink.ended({ kind: "closed" });
  return { sent: Promise.resolve(), ended: Promise.resolve(), close: () => {} };
}
