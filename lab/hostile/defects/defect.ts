import type { Duplex } from "node:stream";
import type { JsonObject } from "#contract";
import type { Random } from "#harness";

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
  readonly random: Random;
  /** Another server. The suite must never contact it. */
  readonly elsewhere: string;
}

/** A response that a defect can replace. */
export interface StruckReply extends Means {
  readonly socket: Duplex;
  readonly honest: string;
}

export interface StruckHandshake extends Means {
  readonly socket: Duplex;
  /** The correct value of `Sec-WebSocket-Accept`. */
  readonly accept: string;
}

/** An open socket, and a correct message that a defect can replace. */
export interface StruckSocket extends Means {
  readonly socket: Duplex;
  readonly honest: string;
}

export interface StruckStream extends Means {
  readonly socket: Duplex;
  /** The correct event, as a GraphQL result in JSON. */
  readonly honest: string;
  readonly framing: "sse" | "multipart";
}

export interface StruckEvent extends Means {
  /** The field of `data` that contains the event. */
  readonly field: string;
  readonly event: JsonObject;
  /** Preceding events, oldest first. Limited to the number that defects need. */
  readonly earlier: readonly JsonObject[];
}

/** Where a defect occurs, and what it does. */
export type Strike =
  | { readonly at: "connection"; strike(socket: Duplex, means: Means): void }
  | { readonly at: "reply"; strike(reply: StruckReply): void | Promise<void> }
  | { readonly at: "body"; rewrite(honest: string, means: Means): string }
  | { readonly at: "handshake"; strike(handshake: StruckHandshake): void | Promise<void> }
  | { readonly at: "message"; strike(socket: StruckSocket): void | Promise<void> }
  | { readonly at: "stream-head"; strike(reply: StruckReply): void | Promise<void> }
  | { readonly at: "stream"; strike(stream: StruckStream): void | Promise<void> }
  | { readonly at: "event"; rewrite(struck: StruckEvent): readonly JsonObject[] };

export interface Defect {
  /** `layer/what-it-does`. `--defect` selects defects by name, and the known cases refer to them by name. */
  readonly name: string;
  readonly layer: Layer;
  /** `nothing` if every faulty response is unusable. `usable` if some can be used, so that the target may pass. */
  readonly leaves: "nothing" | "usable";
  readonly strike: Strike;
}
