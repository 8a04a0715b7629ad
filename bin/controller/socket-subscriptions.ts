import { randomBytes } from "node:crypto";
import type { Transform } from "node:stream";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { WireWatch } from "#wings/controllers";
import type { SocketUnit } from "./message-reader.ts";
import type { OpeningGate } from "./opening-gate.ts";
import { framed } from "./socket-frames.ts";
import { isSubscription, stopOf, textFrame } from "./socket-messages.ts";

type Watched = (
  state: WireWatch["state"],
  /** The operation that started the subscription. */
  payload: JsonValue,
  by?: WireWatch["by"],
) => void;

interface Subscription {
  /** The message type with which the client stops it. */
  readonly stop: string;
  readonly payload: JsonValue;
}

/** Tracks the subscriptions of one WebSocket, and can complete them as if the server had done so. */
export class SocketSubscriptions {
  readonly #open = new Map<string, Subscription>();
  readonly #completed = new Set<string>();
  #isReadable = true;
  readonly #watched: Watched;
  readonly ofClient: Transform;
  readonly ofServer: Transform;

  /**
   * `openings` delays new subscriptions, and all later messages of the client. `watched` is called when a subscription
   * is opened or ended.
   */
  constructor(openings?: Pick<OpeningGate, "isHeld" | "pass">, watched: Watched = () => {}) {
    this.#watched = watched;
    const whenOpen = async (unit: SocketUnit): Promise<void> => {
      if (isSubscription(unit.message())) await openings?.pass();
    };
    this.ofClient = framed("client", (unit) => this.#sent(unit), {
      isHeld: () => openings?.isHeld === true,
      whenOpen,
    });
    this.ofServer = framed("server", (unit) => this.#received(unit));
  }

  /**
   * Completes all open subscriptions on both sides. Returns false if the open subscriptions are unknown, because
   * compressed frames cannot be read.
   */
  complete(): boolean {
    if (!this.#isReadable) return false;
    for (const [id, { stop }] of this.#open) {
      this.#completed.add(id);
      this.ofServer.push(textFrame(JSON.stringify({ id, type: "complete" })));
      this.ofClient.push(textFrame(JSON.stringify({ id, type: stop }), randomBytes(4)));
    }
    this.closed("run");
    return true;
  }

  /** Must be called when the connection is closed. */
  closed(by: NonNullable<WireWatch["by"]>): void {
    for (const id of this.#open.keys()) this.#end(id, by);
  }

  #end(id: string, by: NonNullable<WireWatch["by"]>): boolean {
    const subscription = this.#open.get(id);
    if (subscription === undefined) return false;
    this.#open.delete(id);
    this.#watched("ended", subscription.payload, by);
    return true;
  }

  #sent(unit: SocketUnit): boolean {
    this.#isReadable &&= !isCompressed(unit.bytes);
    const message = unit.message();
    if (!isJsonObject(message)) return true;
    const { id, type } = message;
    if (typeof id !== "string") return true;
    const stop = stopOf.get(type);
    if (stop === undefined) return this.#end(id, "controller") || !this.#completed.has(id);
    // The client may reuse the ID of a completed subscription.
    this.#completed.delete(id);
    if (!isSubscription(message)) return true;
    const { payload = null } = message;
    this.#open.set(id, { stop, payload });
    this.#watched("opened", payload);
    return true;
  }

  #received({ message }: SocketUnit): boolean {
    if (this.#open.size + this.#completed.size === 0) return true;
    const read = message();
    const { id, type } = isJsonObject(read) ? read : {};
    if (typeof id !== "string") return true;
    if (type === "complete" || type === "error") this.#end(id, "endpoint");
    return !this.#completed.has(id);
  }
}

/** Whether the frame is the first one of a compressed message (RFC 7692). */
function isCompressed(bytes: Buffer): boolean {
  return bytes.length > 0 && (bytes.readUInt8(0) & 0x40) !== 0;
}
