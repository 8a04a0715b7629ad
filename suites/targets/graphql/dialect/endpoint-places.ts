/** Over what an endpoint is talked to, and where. Paths are resolved against the address of the endpoint, and never leave its host. */
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
  /** How many requests the endpoint takes in a second. Unlimited by default. */
  readonly requestsPerSecond?: number;
}

/** How queries and mutations travel. */
export type QueryProtocol = (typeof queryProtocols)[number];

/** How watches travel. */
export type WatchProtocol = (typeof watchProtocols)[number];

/** All ways for queries and mutations: POST requests, or the same socket as the watches. */
export const queryProtocols = ["http", "socket"] as const;

/**
 * All ways for watches: over WebSocket; as server-sent events, each over a connection of its own (`sse`) or all
 * over one (`sse-single`); or as parts of an HTTP reply.
 */
export const watchProtocols = ["graphql-transport-ws", "sse", "sse-single", "multipart"] as const;
