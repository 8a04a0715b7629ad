/** Protocols and paths of an endpoint. Paths are relative to the endpoint's address, and stay on its host. */
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
}

export type QueryProtocol = (typeof queryProtocols)[number];

export type WatchProtocol = (typeof watchProtocols)[number];

/** HTTP POST requests, or the WebSocket that the watches use. */
export const queryProtocols = ["http", "socket"] as const;

/**
 * WebSocket; server-sent events, over separate connections (`sse`) or a single one (`sse-single`); or a multipart HTTP
 * reply.
 */
export const watchProtocols = ["graphql-transport-ws", "sse", "sse-single", "multipart"] as const;
