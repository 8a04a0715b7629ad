/** The limits of a server. Everything that a client can make large or numerous has one. */
export interface ServerLimits {
  /** Retained changes per kind, for watches that start in the past. */
  readonly retainedEvents: number;
  /** Number of kinds with retained changes: those that changed last. */
  readonly retainedKinds: number;
  /** Events that a reader may be behind before its watch is ended. */
  readonly queuedEvents: number;
  /** Open watches on the server. */
  readonly openWatches: number;
  /** Maximum delay from a change to the bookmarks that cover it. */
  readonly bookmarkIntervalMs: number;
  /** Changes after which bookmarks are sent at once, so that their number does not depend on speed. */
  readonly bookmarkChanges: number;
  /** Open subscriptions and other pending operations per WebSocket. */
  readonly operationsPerConnection: number;
  /** Bytes per HTTP body or WebSocket message. */
  readonly bodyBytes: number;
  /** Selection depth of a query, not counting introspection through `__schema`. */
  readonly queryDepth: number;
  /** Aliases in a query. */
  readonly queryAliases: number;
  /** Lexical tokens in a query. */
  readonly queryTokens: number;
  /** Number of cached queries. */
  readonly cachedQueries: number;
  /** Maximum length of a cached query in characters. */
  readonly cachedQueryLength: number;
  /** From accepting a connection to the end of the request's headers. */
  readonly headersTimeoutMs: number;
  /**
   * Idle time of a connection. Node's default of 5 s is too short for clients with many connections: Node accepts one
   * connection per turn of its loop, so a burst on new ones waits.
   */
  readonly keepAliveTimeoutMs: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeoutMs: number;
  /** From opening a WebSocket to `connection_init`, as in graphql-ws. */
  readonly connectionInitTimeoutMs: number;
  /**
   * Interval between WebSocket pings; a connection without a pong is closed. A server-sent event stream is closed if
   * its reader reads nothing for this long.
   */
  readonly pingIntervalMs: number;
}

/** The limits of a server that is not told otherwise. */
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
