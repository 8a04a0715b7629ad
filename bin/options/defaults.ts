export const defaults = {
  profile: "graphql-status/v1",
  protocol: "graphql",
  /** Concurrent cases. More do not help with a fast server on two cores, but help a lot if replies are slow. */
  concurrencyLimits: { usual: 64, most: 256 },
  /**
   * Attempts at a failing case, including the first: two retries distinguish a deterministic failure from a rare one.
   */
  attempts: 3,
  output: "conformance-results",
  formats: ["terminal,json"],
  port: 4000,
  host: "127.0.0.1",
  /** Text width in characters without a terminal. */
  width: 100,
} as const;
