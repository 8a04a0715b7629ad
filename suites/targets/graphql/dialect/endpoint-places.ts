/**
 * Protocols and paths of an endpoint. Paths are resolved against the endpoint's address, and cannot lead to another
 * host.
 */
export interface EndpointPlaces {
  readonly queries?: {
    /** `http` by default. */
    readonly protocol?: QueryProtocol;
    readonly path?: string;
  };
  readonly watches?: {
    /** `graphql-transport-ws` by default. */
    readonly protocol?: WatchProtocol;
    readonly path?: string;
  };
  /** Rate limit in requests per second. Unlimited by default. */
  readonly requestsPerSecond?: number;
  /**
   * File with a copy of the schema, relative to the dialect file. Only read if the endpoint rejects introspection. None
   * by default.
   */
  readonly schema?: string;
}

export type QueryProtocol = (typeof queryProtocols)[number];

export type WatchProtocol = (typeof watchProtocols)[number];

/** HTTP POST requests, or the WebSocket that the watches use. */
export const queryProtocols = ["http", "socket"] as const;

/**
 * WebSocket, with the current or the older protocol; server-sent events, over separate connections (`sse`) or a single
 * one (`sse-single`); or a multipart HTTP response.
 */
export const watchProtocols = [
  "graphql-transport-ws",
  "subscriptions-transport-ws",
  "sse",
  "sse-single",
  "multipart",
] as const;

/** Whether watches use the older WebSocket protocol, whose subprotocol is `graphql-ws`. */
export function isLegacySocket({ endpoint }: Placed): boolean {
  return endpoint?.watches?.protocol === "subscriptions-transport-ws";
}

export function isWatchedOverSocket(placed: Placed): boolean {
  const { protocol = "graphql-transport-ws" } = placed.endpoint?.watches ?? {};
  return protocol === "graphql-transport-ws" || isLegacySocket(placed);
}

interface Placed {
  readonly endpoint?: EndpointPlaces;
}
