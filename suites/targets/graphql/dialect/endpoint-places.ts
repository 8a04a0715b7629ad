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
    /** The class of the Action Cable channel that executes operations. `GraphqlChannel` by default. */
    readonly channel?: string;
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
 * WebSocket, with the current or the older protocol, or with that of Action Cable, Absinthe or AppSync; server-sent events, over separate
 * connections (`sse`) or a single one (`sse-single`); or a multipart HTTP response.
 */
export const watchProtocols = [
  "graphql-transport-ws",
  "subscriptions-transport-ws",
  "action-cable",
  "absinthe",
  "appsync",
  "sse",
  "sse-single",
  "multipart",
] as const;

const socketProtocols: ReadonlySet<WatchProtocol> = new Set([
  "graphql-transport-ws",
  "subscriptions-transport-ws",
  "action-cable",
  "absinthe",
  "appsync",
]);

/** Protocols that connect without a payload of the client. */
const withoutPayload: ReadonlySet<WatchProtocol> = new Set(["action-cable", "absinthe", "appsync"]);

export function hasConnectionPayload({ endpoint }: Placed): boolean {
  return !withoutPayload.has(endpoint?.watches?.protocol ?? "graphql-transport-ws");
}

export function isWatchedOverSocket({ endpoint }: Placed): boolean {
  return socketProtocols.has(endpoint?.watches?.protocol ?? "graphql-transport-ws");
}

interface Placed {
  readonly endpoint?: EndpointPlaces;
}
