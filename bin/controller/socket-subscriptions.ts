import { randomBytes } from "node:crypto";
import { Transform } from "node:stream";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { socketUnits } from "./message-reader.ts";
import type { SocketUnit } from "./message-reader.ts";

/**
 * The message type with which a client stops a subscription, by the type that starts it, in `graphql-transport-ws` and
 * in the older `graphql-ws`.
 */
const stopOf: ReadonlyMap<JsonValue | undefined, string> = new Map([
  ["subscribe", "complete"],
  ["start", "stop"],
]);

/** Tracks the subscriptions of one WebSocket, and can complete them as if the server had done so. */
export class SocketSubscriptions {
  readonly #open = new Map<string, string>();
  readonly #completed = new Set<string>();
  #isReadable = true;
  readonly ofClient: Transform;
  readonly ofServer: Transform;

  constructor() {
    this.ofClient = framed("client", (unit) => this.#sent(unit));
    this.ofServer = framed("server", (unit) => this.#received(unit));
  }

  /**
   * Completes all open subscriptions on both sides. Returns false if the open subscriptions are unknown, because
   * compressed frames cannot be read.
   */
  complete(): boolean {
    if (!this.#isReadable) return false;
    for (const [id, stop] of this.#open) {
      this.#completed.add(id);
      this.ofServer.push(textFrame(JSON.stringify({ id, type: "complete" })));
      this.ofClient.push(textFrame(JSON.stringify({ id, type: stop }), randomBytes(4)));
    }
    this.#open.clear();
    return true;
  }

  #sent(unit: SocketUnit): boolean {
    this.#isReadable &&= !isCompressed(unit.bytes);
    const message = unit.message();
    if (!isJsonObject(message)) return true;
    const { id, type, payload } = message;
    if (typeof id !== "string") return true;
    const query = isJsonObject(payload) ? payload["query"] : undefined;
    const stop = stopOf.get(type);
    if (stop === undefined) return !(this.#open.delete(id) ? false : this.#completed.has(id));
    // The client may reuse the ID of a completed subscription.
    this.#completed.delete(id);
    if (typeof query === "string" && /\bsubscription\b/u.test(query)) this.#open.set(id, stop);
    return true;
  }

  #received({ message }: SocketUnit): boolean {
    if (this.#open.size + this.#completed.size === 0) return true;
    const read = message();
    const { id, type } = isJsonObject(read) ? read : {};
    if (typeof id !== "string") return true;
    if (type === "complete" || type === "error") this.#open.delete(id);
    return !this.#completed.has(id);
  }
}

/** Splits the bytes from one side into frames, and forwards those for which `admits` returns true. */
function framed(from: "client" | "server", admits: (unit: SocketUnit) => boolean): Transform {
  const units = socketUnits(from);
  const stream: Transform = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      for (const unit of units(chunk)) if (admits(unit)) stream.push(unit.bytes);
      done();
    },
  });
  return stream;
}

/** Whether the frame is the first one of a compressed message (RFC 7692). */
function isCompressed(bytes: Buffer): boolean {
  return bytes.length > 0 && (bytes.readUInt8(0) & 0x40) !== 0;
}

/** Encodes a text message as a single frame. A client must mask it (RFC 6455, section 5.3). */
function textFrame(text: string, mask?: Buffer): Buffer {
  const payload = Buffer.from(text);
  const bit = mask === undefined ? 0 : 0x80;
  const isShort = payload.length < 126;
  const head = Buffer.alloc(isShort ? 2 : 4);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(bit | (isShort ? payload.length : 126), 1);
  if (!isShort) head.writeUInt16BE(payload.length, 2);
  if (mask === undefined) return Buffer.concat([head, payload]);
  return Buffer.concat([head, mask, payload.map((byte, place) => byte ^ (mask[place % 4] ?? 0))]);
}
