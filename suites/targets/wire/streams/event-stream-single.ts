import type { Agent, Dispatcher } from "undici";
import { isJsonObject } from "#contract";
import { EventStreamParser } from "./event-stream-parser.ts";
import type { ServerSentEvent } from "./event-stream-parser.ts";
import { streamingAgent, readStream } from "./event-stream-transport.ts";
import type { EventStreamOptions, EventStreams } from "./event-stream-transport.ts";
import { decodedStream } from "../http/content-coding.ts";
import { describeFailure } from "../http/failures.ts";
import { parsedJson, PushedStream } from "./pushed-stream.ts";
import type { Stream, StreamRequest, StreamSink } from "./socket-connection.ts";
import type { StreamEnd } from "./stream-end.ts";
import { endOfRefusal, textOf } from "./stream-refusal.ts";

const tokenHeader = "x-graphql-event-stream-token";

type Headers = Readonly<Record<string, string>>;

/**
 * All subscriptions of a caller over one connection: the "single connection" mode of GraphQL over server-sent events. A
 * reservation returns a token, and the stream is opened with this token. Each operation is a separate request, and its
 * results arrive on the stream.
 */
export class SingleEventStreamTransport implements EventStreams {
  readonly #options: EventStreamOptions;
  readonly #agent: Agent;
  /** Connections by the caller's headers. The headers are the same object for the same credential. */
  readonly #connections = new Map<Headers, SingleConnection>();

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#agent = streamingAgent(options);
  }

  open(headers: Headers, request: StreamRequest, sink: StreamSink): Stream {
    const known = this.#connections.get(headers);
    if (known?.isUsable === true) return known.open(request, sink);
    const { address, userAgent, openMs } = this.#options;
    const opened = new SingleConnection({
      limitMs: openMs,
      ask: ({ method, query, body = null, signal, headers: more }) =>
        this.#agent.request({
          origin: address.url.origin,
          path: `${address.url.pathname}${withQuery(address.url.search, query)}`,
          method,
          body,
          signal,
          headers: { ...headers, "user-agent": userAgent, ...more },
        }),
    });
    this.#connections.set(headers, opened);
    return opened.open(request, sink);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const connection of this.#connections.values()) connection.end({ kind: "closed" });
    await this.#agent.destroy();
  }
}

interface Asked {
  readonly method: Dispatcher.HttpMethod;
  readonly headers?: Headers;
  readonly query?: string;
  readonly body?: string;
  readonly signal: AbortSignal;
}

interface SingleConnectionParts {
  /** Timeout in milliseconds for each response that is not the stream. */
  readonly limitMs: number;
  readonly ask: (asked: Asked) => Promise<Dispatcher.ResponseData>;
}

class SingleConnection {
  readonly #parts: SingleConnectionParts;
  readonly #streams = new Map<string, PushedStream>();
  /** The stream of the connection itself. It ends with the connection and delivers nothing. */
  readonly #carrier: PushedStream;
  readonly #opened: Promise<string | StreamEnd>;
  #lastId = 0;

  constructor(parts: SingleConnectionParts) {
    this.#parts = parts;
    this.#carrier = new PushedStream({ next: () => {}, ended: (end) => this.#endAll(end) });
    this.#opened = this.#connect();
  }

  get isUsable(): boolean {
    return !this.#carrier.isEnded;
  }

  open(request: StreamRequest, sink: StreamSink): Stream {
    this.#lastId += 1;
    const id = String(this.#lastId);
    const stream = new PushedStream(sink);
    this.#streams.set(id, stream);
    void this.#start(id, request, stream);
    return stream;
  }

  end(end: StreamEnd): void {
    this.#carrier.close(end);
  }

  /** Reserves and opens a stream. Resolves with its token, or with the reason why there is none. */
  async #connect(): Promise<string | StreamEnd> {
    const { signal } = this.#carrier;
    try {
      const reservation = await this.#parts.ask({ method: "PUT", signal });
      if (reservation.statusCode !== 201) return await this.#refused(reservation);
      const token = (await textOf(reservation, this.#parts.limitMs)).trim();
      const headers = { [tokenHeader]: token, accept: "text/event-stream" };
      const reply = await this.#parts.ask({ method: "GET", headers, signal });
      const isStream = String(reply.headers["content-type"]).startsWith("text/event-stream");
      if (reply.statusCode !== 200 || !isStream) return await this.#refused(reply);
      void this.#read(decodedStream(reply));
      return token;
    } catch (error) {
      return this.#broken(error);
    }
  }

  async #refused(reply: Dispatcher.ResponseData): Promise<StreamEnd> {
    const end = await endOfRefusal(reply, this.#parts.limitMs);
    this.end(end);
    return end;
  }

  #broken(error: unknown): StreamEnd {
    const end = { kind: "lost", detail: describeFailure(error).detail } as const;
    this.end(end);
    return end;
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<void> {
    const parser = new EventStreamParser();
    const reader = {
      push: (piece: string): void => {
        for (const event of parser.push(piece)) this.#hear(event);
      },
      get pendingLength(): number {
        return parser.pendingLength;
      },
    };
    try {
      await readStream(body, { reader, stream: this.#carrier });
      this.end({ kind: "lost", detail: "the event stream ended without a final event" });
    } catch (error) {
      this.#broken(error);
    }
  }

  /** Ignores events of streams that have been closed in the meantime. */
  #hear({ name, data }: ServerSentEvent): void {
    if (name !== "next" && name !== "complete") return;
    const message = parsedJson(data);
    const id = isJsonObject(message) ? message["id"] : undefined;
    if (!isJsonObject(message) || typeof id !== "string") {
      const detail = "an event that does not name its stream";
      return this.end({ kind: "unintelligible", detail });
    }
    const stream = this.#streams.get(id);
    if (name === "next") return stream?.deliverValue(message["payload"]);
    this.#streams.delete(id);
    stream?.close({ kind: "completed" });
  }

  async #start(id: string, request: StreamRequest, stream: PushedStream): Promise<void> {
    const token = await this.#opened;
    if (typeof token !== "string") return stream.close(token);
    if (stream.isEnded) return;
    const headers = { [tokenHeader]: token, "content-type": "application/json" };
    const { document: query, variables, operationName } = request;
    const extensions = { operationId: id };
    const body = JSON.stringify({ query, variables, operationName, extensions });
    void stream.ended.then(() => this.#stop(id, token));
    try {
      const reply = await this.#parts.ask({ method: "POST", headers, body, signal: stream.signal });
      if (reply.statusCode !== 202)
        return stream.close(await endOfRefusal(reply, this.#parts.limitMs));
      await textOf(reply, this.#parts.limitMs);
      stream.taken();
    } catch (error) {
      stream.close({ kind: "lost", detail: describeFailure(error).detail });
    }
  }

  /** Ends an operation on the server, unless the server already ended it. */
  async #stop(id: string, token: string): Promise<void> {
    if (!this.#streams.delete(id) || this.#carrier.isEnded) return;
    const headers = { [tokenHeader]: token };
    const query = `operationId=${id}`;
    try {
      const { signal } = this.#carrier;
      const reply = await this.#parts.ask({ method: "DELETE", headers, query, signal });
      await textOf(reply, this.#parts.limitMs);
    } catch {
      // The error has no effect, because the stream ends with its connection anyway.
    }
  }

  #endAll(end: StreamEnd): void {
    for (const stream of this.#streams.values()) stream.close(end);
    this.#streams.clear();
  }
}

function withQuery(search: string, query: string | undefined): string {
  if (query === undefined) return search;
  return search === "" ? `?${query}` : `${search}&${query}`;
}
