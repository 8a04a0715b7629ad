import type { Duplex } from "node:stream";
import type { JsonObject } from "#contract";
import type { Random } from "#harness";

/** The layer at which a server goes wrong. */
export const layers = [
  "tcp",
  "http",
  "graphql",
  "websocket",
  "event-stream",
  "multipart",
  "watch-event",
] as const;

/** One of {@link layers}. */
export type Layer = (typeof layers)[number];

/** What a defect may use. */
export interface Means {
  /** Numbers that depend on the case alone. */
  readonly random: Random;
  /** Another server of the case, which must never hear from the suite. */
  readonly elsewhere: string;
}

/** A reply that is about to be sent. */
export interface StruckReply extends Means {
  /** The connection that the request came over. */
  readonly socket: Duplex;
  /** The body that a sound server would send, in JSON. */
  readonly honest: string;
}

/** An attempt to open a socket. */
export interface StruckHandshake extends Means {
  readonly socket: Duplex;
  /** What the protocol wants to see in the answer. */
  readonly accept: string;
}

/** An open socket on which the server is about to speak. */
export interface StruckSocket extends Means {
  readonly socket: Duplex;
  /** The message that a sound server would send now, in JSON. */
  readonly honest: string;
}

/** A stream of events over HTTP whose head was sent. */
export interface StruckStream extends Means {
  readonly socket: Duplex;
  /** The event that a sound server would send now, as a result of GraphQL in JSON. */
  readonly honest: string;
  /** How events are put into the body. */
  readonly framing: "sse" | "multipart";
}

/** What a watch delivers. */
export interface StruckEvent extends Means {
  /** The field of `data` that holds the event, by name. */
  readonly field: string;
  readonly event: JsonObject;
  /** What was delivered before, the oldest first, at most so many as a defect can want. */
  readonly earlier: readonly JsonObject[];
}

/** Where a defect strikes, and how. */
export type Strike =
  | { readonly at: "connection"; strike(socket: Duplex, means: Means): void }
  | { readonly at: "reply"; strike(reply: StruckReply): void | Promise<void> }
  | { readonly at: "body"; rewrite(honest: string, means: Means): string }
  | { readonly at: "handshake"; strike(handshake: StruckHandshake): void | Promise<void> }
  | { readonly at: "message"; strike(socket: StruckSocket): void | Promise<void> }
  | { readonly at: "stream-head"; strike(reply: StruckReply): void | Promise<void> }
  | { readonly at: "stream"; strike(stream: StruckStream): void | Promise<void> }
  | { readonly at: "event"; rewrite(struck: StruckEvent): readonly JsonObject[] };

/** One way to be wrong. */
export interface Defect {
  /** `layer/what-it-does`; it never changes, because seeds choose among the names. */
  readonly name: string;
  readonly layer: Layer;
  /**
   * What a struck reply is worth: `nothing` can be read from it, or it may still be `usable`, so that a
   * target which does no more than this can be found to conform.
   */
  readonly leaves: "nothing" | "usable";
  readonly strike: Strike;
}
