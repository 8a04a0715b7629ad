import type { Duplex } from "node:stream";
import type { JsonObject } from "#contract";
import type { Random } from "#harness";

/** The protocol layer at which a server is faulty. */
export const layers = [
  "tcp",
  "http",
  "graphql",
  "websocket",
  "event-stream",
  "multipart",
  "watch-event",
] as const;

export type Layer = (typeof layers)[number];

export interface Means {
  /** Random numbers that depend only on the case. */
  readonly random: Random;
  /** Another server, which the suite must never contact. */
  readonly elsewhere: string;
}

/** The reply to spoil. */
export interface StruckReply extends Means {
  /** The connection of the request. */
  readonly socket: Duplex;
  /** The correct body, as JSON. */
  readonly honest: string;
}

export interface StruckHandshake extends Means {
  readonly socket: Duplex;
  /** The correct `Sec-WebSocket-Accept`. */
  readonly accept: string;
}

/** An open socket with a message to spoil. */
export interface StruckSocket extends Means {
  readonly socket: Duplex;
  /** The correct message, as JSON. */
  readonly honest: string;
}

export interface StruckStream extends Means {
  readonly socket: Duplex;
  /** The correct event, as a GraphQL result in JSON. */
  readonly honest: string;
  /** Framing of events in the body. */
  readonly framing: "sse" | "multipart";
}

export interface StruckEvent extends Means {
  /** The field of `data` that contains the event. */
  readonly field: string;
  readonly event: JsonObject;
  /** Preceding events, oldest first, limited to what defects need. */
  readonly earlier: readonly JsonObject[];
}

/** The location and the kind of a defect. */
export type Strike =
  | { readonly at: "connection"; strike(socket: Duplex, means: Means): void }
  | { readonly at: "reply"; strike(reply: StruckReply): void | Promise<void> }
  | { readonly at: "body"; rewrite(honest: string, means: Means): string }
  | { readonly at: "handshake"; strike(handshake: StruckHandshake): void | Promise<void> }
  | { readonly at: "message"; strike(socket: StruckSocket): void | Promise<void> }
  | { readonly at: "stream-head"; strike(reply: StruckReply): void | Promise<void> }
  | { readonly at: "stream"; strike(stream: StruckStream): void | Promise<void> }
  | { readonly at: "event"; rewrite(struck: StruckEvent): readonly JsonObject[] };

/** One faulty behavior. */
export interface Defect {
  /** `layer/what-it-does`. Never renamed, because seeds select by name. */
  readonly name: string;
  readonly layer: Layer;
  /** Whether a spoiled reply contains `nothing` readable, or may still be `usable`, so that the target can pass. */
  readonly leaves: "nothing" | "usable";
  readonly strike: Strike;
}
