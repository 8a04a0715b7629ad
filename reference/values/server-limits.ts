/** Limits on the resources that a client can use on the server: sizes, counts and times. */
export interface ServerLimits {
  /** Maximum number of retained changes per kind, for watches that start in the past. */
  readonly retainedEvents: number;
  /** Maximum number of kinds with retained changes. The kinds that changed most recently are kept. */
  readonly retainedKinds: number;
  /** Maximum lag of a watch, in events, before it is closed. */
  readonly queuedEvents: number;
  readonly openWatches: number;
  /** Maximum delay from a change to the bookmarks that cover it, in milliseconds. */
  readonly bookmarkIntervalMs: number;
  /**
   * Number of changes after which bookmarks are sent immediately, so the number of bookmarks does not depend on timing.
   */
  readonly bookmarkChanges: number;
  /** Maximum number of open subscriptions and other pending operations per WebSocket. */
  readonly operationsPerConnection: number;
  /** Maximum size of an HTTP body or a WebSocket message, in bytes. */
  readonly bodyBytes: number;
  /** Maximum selection depth of a query, not counting introspection through `__schema`. */
  readonly queryDepth: number;
  readonly queryAliases: number;
  readonly queryTokens: number;
  readonly cachedQueries: number;
  /** Maximum length of a cached query, in characters. */
  readonly cachedQueryLength: number;
  /** Maximum time from accepting a connection until the last byte of the request's headers arrives, in milliseconds. */
  readonly headersTimeoutMs: number;
  /**
   * Maximum idle time of a connection. The default of Node.js, 5 s, is too short for clients with many connections:
   * Node.js accepts one new connection per turn of the event loop, so connections of a burst have to wait.
   */
  readonly keepAliveTimeoutMs: number;
  /** Maximum time from the first to the last byte of a request. */
  readonly requestTimeoutMs: number;
  /** Maximum time from opening a WebSocket to `connection_init`, as in graphql-ws. */
  readonly connectionInitTimeoutMs: number;
  /**
   * Interval between WebSocket pings. A connection without a pong is closed. A stream of server-sent events is closed
   * if its reader reads nothing for this time.
   */
  readonly pingIntervalMs: number;
}

export const defaultLimits: ServerLimits = {
  retainedEvents: 1_000,
  retainedKinds: 100,
  queuedEvents: 2_000,
  openWatches: 20_000,
  bookmarkIntervalMs: 100,
  bookmarkChanges: 20,
  operationsPerConnection: 1_000,
  bodyBytes: 1_048_576,
  queryDepth: 12,
  queryAliases: 30,
  queryTokens: 2_000,
  cachedQueries: 500,
  cachedQueryLength: 16_384,
  headersTimeoutMs: 10_000,
  keepAliveTimeoutMs: 60_000,
  requestTimeoutMs: 30_000,
  connectionInitTimeoutMs: 3_000,
  pingIntervalMs: 30_000,
};
