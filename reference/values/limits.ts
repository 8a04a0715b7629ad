/** What bounds a server. Everything that a client can make large or many has a limit here. */
export interface ServerLimits {
  /** Changes of one kind that are kept for watches that start in the past. */
  readonly retainedEvents: number;
  /** Kinds of which changes are kept; those that changed last. */
  readonly retainedKinds: number;
  /** Events that a reader may be behind before its watch is ended. */
  readonly queuedEvents: number;
  /** Watches that may be open on the server. */
  readonly openWatches: number;
  /** From a change to the bookmarks that cover it, at most. */
  readonly bookmarkIntervalMs: number;
  /** Changes after which bookmarks come at once, so that how many there are does not depend on speed. */
  readonly bookmarkChanges: number;
  /** Open subscriptions, and other operations in flight, of one WebSocket. */
  readonly operationsPerConnection: number;
  /** Bytes of one HTTP body or WebSocket message. */
  readonly bodyBytes: number;
  /** Levels of selection in a query. Introspection through `__schema` is not counted. */
  readonly queryDepth: number;
  /** Aliases in a query. */
  readonly queryAliases: number;
  /** Lexical tokens in a query. */
  readonly queryTokens: number;
  /** Query texts whose parsed form is remembered. */
  readonly cachedQueries: number;
  /** Characters of the longest query text that is remembered. */
  readonly cachedQueryLength: number;
  /** From accepting a connection to the end of the request's headers. */
  readonly headersTimeoutMs: number;
  /**
   * From a reply to the next request on the connection. Node's 5 s are too short for clients with many
   * connections: it accepts one new connection in each turn of its loop, so that a burst on new ones waits.
   */
  readonly keepAliveTimeoutMs: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeoutMs: number;
  /** From opening a WebSocket to `connection_init`; graphql-ws waits as long by default. */
  readonly connectionInitTimeoutMs: number;
  /**
   * Between two pings of a WebSocket; one that did not answer the last ping is ended. A stream of
   * server-sent events is ended when its reader takes nothing for so long.
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
