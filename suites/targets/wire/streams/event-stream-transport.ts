import { Agent } from "undici";
import type { Dispatcher } from "undici";
import type { Address } from "../http/address.ts";
import { decodedStream } from "../http/content-coding.ts";
import { describeFailure } from "../http/failures.ts";
import { connectorFor } from "../http/forward-proxy.ts";
import type { Dialing } from "../http/forward-proxy.ts";
import { PushedStream } from "./pushed-stream.ts";
import type { Stream, StreamRequest, StreamSink } from "./socket-connection.ts";
import type { StreamFraming, StreamReader } from "./stream-framing.ts";
import { endOfRefusal } from "./stream-refusal.ts";
import { maximumReplyBytes } from "../http/http-transport.ts";

export interface EventStreams extends AsyncDisposable {
  /** Opens a stream with the headers of a caller. Errors are passed to the sink. */
  open(headers: Readonly<Record<string, string>>, request: StreamRequest, sink: StreamSink): Stream;
}

export interface EventStreamOptions extends Dialing {
  readonly address: Address;
  readonly userAgent: string;
  /** Timeout in milliseconds for connecting, and again for the response headers. */
  readonly openMs: number;
}

/**
 * Subscriptions in HTTP response bodies, each over a separate connection: the "distinct connections" mode of GraphQL
 * over server-sent events, or multipart responses.
 */
export class EventStreamTransport implements EventStreams {
  readonly #options: EventStreamOptions;
  readonly #framing: StreamFraming;
  readonly #agent: Agent;

  constructor(options: EventStreamOptions, framing: StreamFraming) {
    this.#options = options;
    this.#framing = framing;
    this.#agent = streamingAgent(options);
  }

  open(
    headers: Readonly<Record<string, string>>,
    request: StreamRequest,
    sink: StreamSink,
  ): Stream {
    const { address, userAgent } = this.#options;
    const stream = new PushedStream(sink);
    const asked = this.#agent.request({
      origin: address.url.origin,
      path: `${address.url.pathname}${address.url.search}`,
      method: "POST",
      headers: {
        ...headers,
        "user-agent": userAgent,
        "content-type": "application/json",
        accept: this.#framing.accept,
      },
      body: JSON.stringify({
        query: request.document,
        variables: request.variables,
        operationName: request.operationName,
      }),
      signal: stream.signal,
    });
    void this.#follow(asked, stream);
    return {
      sent: stream.sent,
      ended: stream.ended,
      close: (end) => stream.close(end),
      pause: () => stream.pause(),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  /** Reads the response to its end. Never rejects. */
  async #follow(asked: Promise<Dispatcher.ResponseData>, stream: PushedStream): Promise<void> {
    try {
      const reply = await asked;
      const reader = readerOf(reply, this.#framing, stream);
      if (reader === undefined)
        return stream.close(await endOfRefusal(reply, this.#options.openMs));
      stream.taken();
      await readStream(decodedStream(reply), { reader, stream });
      stream.close({ kind: "lost", detail: "the event stream ended without a final event" });
    } catch (error) {
      stream.close({ kind: "lost", detail: describeFailure(error).detail });
    }
  }
}

/**
 * Creates an undici agent for streams. The connection and the response headers have a timeout. The body has none,
 * because a stream may be silent.
 */
export function streamingAgent({ address, openMs, ...dialing }: EventStreamOptions): Agent {
  return new Agent({
    headersTimeout: openMs,
    bodyTimeout: 0,
    connect: connectorFor(address.url, dialing, openMs),
  });
}

/** Reads a response body until the body or the stream ends. Rejects when the connection breaks. */
export async function readStream(
  body: AsyncIterable<Uint8Array>,
  { reader, stream }: { readonly reader: StreamReader; readonly stream: PushedStream },
): Promise<void> {
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    await stream.reading;
    reader.push(decoder.decode(bytes, { stream: true }));
    if (reader.pendingLength > maximumReplyBytes) {
      const detail = `an event of more than ${maximumReplyBytes} characters`;
      stream.close({ kind: "unintelligible", detail });
    }
    if (stream.isEnded) return;
  }
}

function readerOf(
  { statusCode, headers }: Dispatcher.ResponseData,
  framing: StreamFraming,
  stream: PushedStream,
): StreamReader | undefined {
  if (statusCode !== 200) return undefined;
  return framing.readerFor(String(headers["content-type"]), stream);
}
