import { Agent } from "undici";
import type { Dispatcher } from "undici";
import { isJsonObject } from "#contract";
import type { Address } from "./address.ts";
import { createDeferred } from "./deferred.ts";
import { EventStreamParser } from "./event-stream-parser.ts";
import type { ServerSentEvent } from "./event-stream-parser.ts";
import { describeFailure } from "./failures.ts";
import type { Stream, StreamRequest, StreamSink } from "./socket-connection.ts";
import type { StreamEnd } from "./stream-end.ts";
import { maximumReplyBytes } from "./transport.ts";

/** Options of {@link EventStreamTransport}. */
export interface EventStreamOptions {
  readonly address: Address;
  readonly userAgent: string;
  /** From the first packet to the head of the reply, in milliseconds. */
  readonly openMs: number;
}

/**
 * Carries subscriptions as server-sent events, each over a connection of its own: the "distinct
 * connections" mode of GraphQL over server-sent events.
 */
export class EventStreamTransport implements AsyncDisposable {
  readonly #options: EventStreamOptions;
  readonly #agent: Agent;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    const { openMs } = options;
    // Nothing may come for as long as nothing happens, so only the head has a limit in time.
    this.#agent = new Agent({
      headersTimeout: openMs,
      bodyTimeout: 0,
      connect: { timeout: openMs },
    });
  }

  /** Opens a stream with the headers of a caller. Whatever goes wrong is told to the sink. */
  open(
    headers: Readonly<Record<string, string>>,
    request: StreamRequest,
    sink: StreamSink,
  ): Stream {
    const { address, userAgent } = this.#options;
    const stream = new OpenEventStream(sink);
    const asked = this.#agent.request({
      origin: address.url.origin,
      path: `${address.url.pathname}${address.url.search}`,
      method: "POST",
      headers: {
        ...headers,
        "user-agent": userAgent,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
      body: JSON.stringify({ query: request.document, variables: request.variables }),
      signal: stream.signal,
    });
    void stream.follow(asked);
    return stream;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

class OpenEventStream implements Stream {
  readonly #sink: StreamSink;
  readonly #sent = createDeferred();
  readonly #ended = createDeferred();
  readonly #abort = new AbortController();
  #isEnded = false;

  constructor(sink: StreamSink) {
    this.#sink = sink;
  }

  get sent(): Promise<void> {
    return this.#sent.promise;
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Aborts when the stream has ended, from whichever side. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  close(end: StreamEnd = { kind: "closed" }): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#sink.ended(end);
    this.#sent.resolve();
    this.#ended.resolve();
    this.#abort.abort();
  }

  /** Reads the reply to its end. Never rejects. */
  async follow(asked: Promise<Dispatcher.ResponseData>): Promise<void> {
    try {
      const reply = await asked;
      if (!isEventStream(reply)) return this.close(await endOfRefusal(reply));
      this.#sent.resolve();
      await this.#read(reply.body);
      this.close({ kind: "lost", detail: "the event stream broke off without an end" });
    } catch (error) {
      this.close({ kind: "lost", detail: describeFailure(error).detail });
    }
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    const parser = new EventStreamParser();
    for await (const bytes of body) {
      for (const event of parser.push(decoder.decode(bytes, { stream: true }))) this.#hear(event);
      if (parser.pendingLength > maximumReplyBytes) {
        const detail = `an event of more than ${maximumReplyBytes} characters`;
        this.close({ kind: "unintelligible", detail });
      }
      if (this.#isEnded) return;
    }
  }

  #hear({ name, data }: ServerSentEvent): void {
    if (this.#isEnded || (name !== "next" && name !== "complete")) return;
    if (name === "complete") return this.close({ kind: "completed" });
    const payload = parsed(data);
    if (payload !== undefined) return this.#sink.next(payload);
    this.close({ kind: "unintelligible", detail: "an event whose data is not JSON" });
  }
}

function isEventStream({ statusCode, headers }: Dispatcher.ResponseData): boolean {
  return statusCode === 200 && String(headers["content-type"]).startsWith("text/event-stream");
}

/** A reply that is no stream: GraphQL errors in its body, a refusal by its status, or nothing of use. */
async function endOfRefusal({
  statusCode,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<StreamEnd> {
  const answer = parsed(await textOf(body));
  const errors = isJsonObject(answer) ? answer["errors"] : undefined;
  if (Array.isArray(errors) && errors.length > 0)
    return { kind: "errors", errors, http: statusCode };
  if (statusCode >= 400 && statusCode < 500) return { kind: "rejected", http: statusCode };
  const type = String(headers["content-type"] ?? "nothing");
  const detail = `HTTP ${statusCode} with ${type} in place of an event stream`;
  return statusCode === 200 ? { kind: "unintelligible", detail } : { kind: "lost", detail };
}

/** The text of a reply as far as it is read at all. */
async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > maximumReplyBytes) break;
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
