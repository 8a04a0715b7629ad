import type { Transform } from "node:stream";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { SocketUnit } from "./message-reader.ts";
import { jsonIn } from "./recognition.ts";
import type { ProxyReply } from "./recognition.ts";
import { framed } from "./socket-frames.ts";
import {
  isExchange,
  isUnknownMessage,
  resultTypeOf,
  stopOf,
  textFrame,
} from "./socket-messages.ts";

/** A query or a mutation that a client sends over a WebSocket. */
export interface SocketExchange {
  readonly payload: JsonValue;
  /** Forwards the operation. Resolves with its result, and rejects if the endpoint closes the connection before. */
  readonly forward: () => Promise<ProxyReply>;
  /** Whether the client has closed the connection, and will not receive a response. */
  readonly isGone: () => boolean;
  /** Sends a response to the client: the one that `forward` returned, or one that replaces it. */
  readonly answer: (reply: ProxyReply) => void;
}

/** An operation that has not completed. Until its response is sent, messages about it wait in `held`. */
class Pending {
  readonly held: Buffer[] = [];
  isForwarded = false;
  isAnswered = false;
  /** Whether the client received another response, so that it must not receive the endpoint's. */
  isReplaced = false;
  settle: (reply?: ProxyReply) => void = () => {};
  /** Undefined if the endpoint closed the connection before. */
  readonly reply = new Promise<ProxyReply | undefined>((resolve) => {
    this.settle = resolve;
  });
}

export interface SocketExchangesOptions {
  readonly exchange: (exchange: SocketExchange) => void;
  /** Sends bytes to the client, ahead of delayed events. */
  readonly send: (bytes: Buffer) => void;
  /** Called for each message of the client whose operation, if any, cannot be read. */
  readonly unread?: () => void;
}

/**
 * The queries and mutations on one WebSocket. Their messages leave the streams of both sides, so that each operation
 * can be held, rejected or answered as over HTTP, and its response is not delayed with the events of subscriptions.
 */
export class SocketExchanges {
  readonly #options: SocketExchangesOptions;
  readonly #pending = new Map<string, Pending>();
  #isReadable = true;
  #isGone = false;
  readonly ofClient: Transform;
  readonly ofServer: Transform;

  constructor(options: SocketExchangesOptions) {
    this.#options = options;
    this.ofClient = framed("client", (unit) => this.#sent(unit));
    this.ofServer = framed("server", (unit) => this.#received(unit));
  }

  /**
   * Must be called when the connection with the client is closed. Resolves once the endpoint has responded to all
   * forwarded operations, whose writes may have been stored.
   */
  async clientClosed(): Promise<void> {
    this.#isGone = true;
    this.ofServer.unpipe();
    this.ofServer.resume();
    const forwarded = [...this.#pending.values()].filter(({ isForwarded }) => isForwarded);
    await Promise.all(forwarded.map(({ reply }) => reply));
  }

  /** Must be called when the connection with the endpoint is closed. */
  serverClosed(): void {
    for (const { settle } of this.#pending.values()) settle();
    this.#pending.clear();
  }

  #sent(unit: SocketUnit): boolean {
    const message = this.#isReadable ? unit.message() : undefined;
    if (isUnknownMessage(message)) this.#options.unread?.();
    if (!isJsonObject(message) || typeof message["id"] !== "string") return true;
    const { id, type } = message;
    const pending = this.#pending.get(id);
    if (!stopOf.has(type)) return pending === undefined || pending.isForwarded;
    if (!isExchange(message)) return true;
    this.#start(id, message, unit.bytes);
    return false;
  }

  #start(id: string, { type, payload = null }: JsonObject, bytes: Buffer): void {
    const pending = new Pending();
    this.#pending.set(id, pending);
    let own: ProxyReply | undefined;
    this.#options.exchange({
      payload,
      isGone: () => this.#isGone,
      forward: async () => {
        if (this.#isGone) throw new Error("the client closed the connection before its request");
        pending.isForwarded = true;
        this.ofClient.push(bytes);
        own = await pending.reply;
        if (own === undefined) throw new Error("the endpoint closed the connection");
        return own;
      },
      answer: (reply) => {
        pending.isAnswered = true;
        const frames = reply === own ? pending.held : framesOf(id, type, reply);
        for (const frame of frames) this.#options.send(frame);
        pending.isReplaced = reply !== own;
        if (!pending.isForwarded) this.#pending.delete(id);
      },
    });
  }

  #received({ bytes, isRaw, message }: SocketUnit): boolean {
    if (isRaw === true) this.#readNoMore();
    const read = this.#pending.size === 0 ? undefined : message();
    if (!isJsonObject(read) || typeof read["id"] !== "string") return true;
    const pending = this.#pending.get(read["id"]);
    if (pending === undefined) return true;
    pending.settle(replyIn(read));
    if (!pending.isAnswered) pending.held.push(bytes);
    else if (!pending.isReplaced) this.#options.send(bytes);
    if (read["type"] === "complete" || read["type"] === "error") this.#pending.delete(read["id"]);
    return false;
  }

  /** After a message that is too large, the boundaries of messages are unknown. */
  #readNoMore(): void {
    this.#isReadable = false;
    for (const { settle } of this.#pending.values()) settle(replyOf(null));
    this.#pending.clear();
  }
}

/** Returns the response that the endpoint would return over HTTP. */
function replyIn({ type, payload = null }: JsonObject): ProxyReply {
  if (type !== "error") return replyOf(payload);
  return replyOf({ errors: Array.isArray(payload) ? payload : [payload] });
}

function replyOf(content: JsonValue): ProxyReply {
  return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(content)) };
}

function framesOf(
  id: string,
  type: JsonValue | undefined,
  { body }: ProxyReply,
): readonly Buffer[] {
  const payload = jsonIn(body) ?? null;
  const messages = [
    { id, type: resultTypeOf.get(type) ?? "next", payload },
    { id, type: "complete" },
  ];
  return messages.map((message) => textFrame(JSON.stringify(message)));
}
