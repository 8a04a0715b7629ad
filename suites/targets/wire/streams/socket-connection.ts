import { createClient } from "graphql-ws";
import type { Client } from "graphql-ws";
import { WebSocket } from "ws";
import type { JsonObject } from "#contract";
import { createDeferred } from "./deferred.ts";
import { earlyRefusal } from "./legacy-messages.ts";
import type { SocketTranslator } from "./socket-translator.ts";
import { endOfClose, endOfError, endOfRefusal, endOfStreamError } from "./stream-end.ts";
import type { StreamEnd } from "./stream-end.ts";
import { tlsConnectOptions } from "../http/tls.ts";
import { connectionThrough } from "../http/forward-proxy.ts";
import type { Dialing } from "../http/forward-proxy.ts";

export interface StreamRequest {
  readonly document: string;
  readonly variables: JsonObject;
  /** Only for endpoints that demand a name. */
  readonly operationName?: string;
}

export interface StreamSink {
  next(payload: unknown): void;
  /** Called exactly once, after the last delivery. */
  ended(end: StreamEnd): void;
}

/** One operation on a connection. Other operations may share the connection. */
export interface Stream {
  /** Resolves when the request has been sent on an acknowledged connection, or when the stream has already ended. */
  readonly sent: Promise<void>;
  readonly ended: Promise<void>;
  /**
   * Ends the stream with `closed`, or with another end that the client chooses. No effect once the stream has ended.
   */
  close(end?: StreamEnd): void;
  /**
   * Stops reading from the stream's connection until the returned function is called. This pauses all streams on the
   * connection. Absent if streams of other owners share the connection.
   */
  readonly pause?: () => () => void;
}

export interface ConnectionOptions extends Dialing {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Payload of `connection_init`. Absent if not sent. */
  readonly connectionInit?: JsonObject;
  /** Sent with the document of every request. Nothing by default. */
  readonly subscribePayload?: JsonObject;
  /** Timeout for the acknowledgement, measured from the connection attempt, in milliseconds. */
  readonly openMs: number;
  readonly maximumMessageBytes: number;
  /** `graphql-transport-ws` by default. */
  readonly protocol?: SocketProtocol;
}

/** A protocol other than graphql-transport-ws. */
export interface SocketProtocol {
  /** None by default. */
  readonly subprotocol?: string;
  /** Parameters that are added to the URL. None by default. They may contain credentials. */
  readonly query?: (caller: SocketHeaders) => Readonly<Record<string, string>>;
  /** Whether servers only accept upgrade requests with the origin of their own pages. */
  readonly needsOrigin?: boolean;
  readonly translator: (caller: SocketHeaders) => SocketTranslator;
}

/** The address of a connection, and the headers of its upgrade request, which may contain a credential. */
export type SocketHeaders = Pick<ConnectionOptions, "headers" | "url">;

/** Timeout of the closing handshake, in milliseconds. */
const closeMs = 1_000;

/** Pings are answered only while at most this amount of data is unsent, in bytes. */
const maxWaitingBytes = 65_536;

/**
 * A graphql-transport-ws connection shared by many streams. Never reopened: when it closes, all its streams end,
 * because missed events cannot be detected.
 */
export class SocketConnection implements AsyncDisposable {
  readonly #client: Client;
  readonly #subscribePayload: JsonObject;
  readonly #streams = new Set<OpenStream>();
  readonly #acknowledged = createDeferred();
  readonly #openTimer: NodeJS.Timeout;
  readonly #translator: SocketTranslator | undefined;
  readonly #openMs: number;
  #socket: WebSocket | undefined;
  #isUsable = true;
  #closing: Promise<void> | undefined;
  #isAcknowledged = false;
  #lastId = 0;

  constructor(options: ConnectionOptions) {
    this.#subscribePayload = options.subscribePayload ?? {};
    this.#translator = options.protocol?.translator(options);
    this.#openMs = options.openMs;
    this.#openTimer = setTimeout(() => {
      this.#fail({ kind: "lost", detail: `no acknowledgement within ${options.openMs} ms` });
    }, options.openMs);
    this.#client = createClient({
      url: options.url.href,
      webSocketImpl: this.#socketClass(options),
      ...(options.connectionInit === undefined ? {} : { connectionParams: options.connectionInit }),
      // Kept open between streams, and never reopened by the library: a gap must not go unnoticed.
      lazy: false,
      retryAttempts: 0,
      onNonLazyError: () => {},
      disablePong: true,
      generateID: () => String(this.#lastId),
      on: {
        connected: () => {
          clearTimeout(this.#openTimer);
          this.#isAcknowledged = true;
          this.#acknowledged.resolve();
        },
        ping: (isReceived, payload) => isReceived && this.#answerPing(payload),
        error: (error) => this.#fail(endOfError(error)),
        closed: (event) => this.#fail(endOfClose(event, this.#isAcknowledged)),
      },
    });
  }

  #socketClass(options: ConnectionOptions): unknown {
    const created = (socket: WebSocket): void => {
      this.#socket = socket;
    };
    const refused = (payload: unknown, closeCode?: number): void =>
      this.#fail(endOfRefusal(payload, closeCode));
    const translator = this.#translator;
    if (translator !== undefined) {
      return translatedSocketClass(options, created, { translator, refused });
    }
    return modernSocketClass(options, created, (text) => {
      const refusal = this.#isAcknowledged ? undefined : earlyRefusal(text());
      if (refusal !== undefined) refused(refusal.payload);
      return refusal !== undefined;
    });
  }

  get isUsable(): boolean {
    return this.#isUsable;
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Opens a stream. Precondition: the connection is usable. */
  open(request: StreamRequest, sink: StreamSink): Stream {
    this.#lastId += 1;
    const stream = new OpenStream(sink, () => this.#streams.delete(stream));
    this.#streams.add(stream);
    stream.release = this.#client.subscribe(
      {
        ...this.#subscribePayload,
        query: request.document,
        variables: { ...request.variables },
        ...(request.operationName === undefined ? {} : { operationName: request.operationName }),
      },
      {
        next: (payload) => stream.next(payload),
        error: (error) => stream.close(endOfStreamError(error)),
        complete: () => stream.close({ kind: "completed" }),
      },
    );
    const started = this.#acknowledged.promise.then(nextTurn).then(this.#startOf(stream));
    const sent = Promise.race([started, stream.ended]);
    return { sent, ended: stream.ended, close: (end) => stream.close(end ?? { kind: "closed" }) };
  }

  /** Some protocols send the operation only after the server has confirmed its subscription. */
  #startOf(stream: OpenStream): () => Promise<void> | undefined {
    const id = String(this.#lastId);
    return () => {
      const started = this.#translator?.started?.(id);
      if (started === undefined) return undefined;
      const detail = `no confirmation of the subscription within ${this.#openMs} ms`;
      const timer = setTimeout(() => stream.close({ kind: "lost", detail }), this.#openMs);
      return Promise.race([started, stream.ended]).finally(() => clearTimeout(timer));
    };
  }

  /** Stops reading until the returned function is called. This pauses all streams. */
  pause(): () => void {
    const socket = this.#socket;
    socket?.pause();
    return () => {
      if (socket?.isPaused === true) socket.resume();
    };
  }

  /** Closes the socket once, because each of several streams that end together may close it as the last one. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    this.#isUsable = false;
    for (const stream of this.#streams) stream.close({ kind: "closed" });
    const socket = this.#socket;
    this.#stopClient();
    if (socket === undefined || socket.readyState === WebSocket.CLOSED) return;
    // Resumes only a paused socket, because ws throws for a socket whose handshake was aborted.
    if (socket.isPaused) socket.resume();
    const isClosed = new Promise((resolve) => {
      socket.once("close", resolve);
    });
    if (socket.readyState !== WebSocket.OPEN) socket.terminate();
    const timer = setTimeout(() => socket.terminate(), closeMs);
    await isClosed;
    clearTimeout(timer);
  }

  /** Replaces the library's own pongs. They would accumulate without a limit if the server did not read them. */
  #answerPing(payload: unknown): void {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN || socket.bufferedAmount > maxWaitingBytes) return;
    socket.send(JSON.stringify({ type: "pong", payload }));
  }

  #fail(end: StreamEnd): void {
    if (!this.#isUsable) return;
    this.#isUsable = false;
    this.#stopClient();
    for (const stream of this.#streams) stream.close(end);
    this.#socket?.terminate();
  }

  /** Stops the client. After a normal closure by the server, it would otherwise open a new connection. */
  #stopClient(): void {
    clearTimeout(this.#openTimer);
    this.#client.dispose()?.catch(() => {});
  }
}

class OpenStream {
  readonly #sink: StreamSink;
  readonly #forget: () => void;
  readonly #ended = createDeferred();
  release: () => void = () => {};
  #isOpen = true;
  #isDelivering = false;

  constructor(sink: StreamSink, forget: () => void) {
    this.#sink = sink;
    this.#forget = forget;
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  next(payload: unknown): void {
    if (!this.#isOpen) return;
    this.#isDelivering = true;
    this.#sink.next(payload);
    this.#isDelivering = false;
  }

  close(end: StreamEnd): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#forget();
    // Deferred during a delivery: if the server's `complete` were in the same packet, graphql-ws would release twice
    // and close a connection that other streams use.
    if (this.#isDelivering) setImmediate(() => this.release());
    else this.release();
    this.#sink.ended(end);
    this.#ended.resolve();
  }
}

type SocketClass = new (address: string | URL, protocols?: string | string[]) => WebSocket;

/**
 * Returns a WebSocket class that adds the options to each socket, because the library passes only an address and a
 * protocol to its sockets.
 */
function socketClass(
  options: ConnectionOptions,
  created: (socket: WebSocket) => void,
): SocketClass {
  return class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, offeredBy(options.protocol, protocols), {
        headers: options.headers,
        ...(options.protocol?.needsOrigin === true ? { origin: originOf(options.url) } : {}),
        maxPayload: options.maximumMessageBytes,
        perMessageDeflate: false,
        followRedirects: false,
        ...tlsConnectOptions(options.tls),
        ...connectionThrough(options.url, options, options.openMs),
      });
      // A socket that is destroyed while it opens emits another error, after the library has removed its listeners.
      this.on("error", () => {});
      created(this);
    }
  };
}

function offeredBy(
  protocol: SocketProtocol | undefined,
  usual: string[] | string | undefined,
): string[] | string {
  return protocol === undefined ? (usual ?? []) : (protocol.subprotocol ?? []);
}

/** Returns a WebSocket class that passes messages to the library, except for those that reject the connection. */
function modernSocketClass(
  options: ConnectionOptions,
  created: (socket: WebSocket) => void,
  isRefusal: (text: () => string) => boolean,
): unknown {
  return class extends socketClass(options, created) {
    override emit(event: string | symbol, ...values: readonly unknown[]): boolean {
      const isTaken = event === "message" && isRefusal(() => String(values[0]));
      return isTaken || super.emit(event, ...values);
    }
  };
}

interface Translation {
  readonly translator: SocketTranslator;
  readonly refused: (payload: unknown, closeCode?: number) => void;
}

/**
 * Returns a WebSocket class that uses graphql-transport-ws with the library, and another protocol with the server.
 */
function translatedSocketClass(
  options: ConnectionOptions,
  created: (socket: WebSocket) => void,
  { translator, refused }: Translation,
): unknown {
  return class extends socketClass(options, created) {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      keepOpen(this, translator, (text) => super.send(text));
    }

    override send(data: unknown): void {
      for (const text of translator.sent(String(data))) super.send(text);
    }

    override emit(event: string | symbol, ...values: readonly unknown[]): boolean {
      if (event !== "message") return super.emit(event, ...values);
      for (const message of translator.received(String(values[0]))) {
        if (message.kind === "message") super.emit(event, Buffer.from(message.text), false);
        else if (message.kind === "reply") super.send(message.text);
        else refused(message.payload, message.closeCode);
      }
      return true;
    }
  };
}

/** Sends heartbeats, if the protocol has any. */
function keepOpen(
  socket: WebSocket,
  { heartbeat }: SocketTranslator,
  send: (text: string) => void,
): void {
  if (heartbeat === undefined) return;
  const beat = (): void => {
    const { readyState, bufferedAmount } = socket;
    if (readyState !== WebSocket.OPEN || bufferedAmount > maxWaitingBytes) return;
    send(heartbeat.text);
  };
  const timer = setInterval(beat, heartbeat.everyMs).unref();
  socket.once("close", () => clearInterval(timer));
}

/** The origin of a page that the same host serves. */
function originOf({ protocol, host }: URL): string {
  return `${protocol === "wss:" ? "https" : "http"}://${host}`;
}

/**
 * Resolves in the next turn of the event loop. The library sends in microtasks after the acknowledgement, so its
 * messages have been sent by then.
 */
async function nextTurn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
