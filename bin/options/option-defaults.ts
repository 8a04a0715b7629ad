export const defaults = {
  profile: "graphql-status/v1",
  protocol: "graphql",
  /**
   * Maximum number of concurrent cases. A higher number does not help with a fast server on two cores, but helps
   * considerably if responses are slow.
   */
  concurrencyLimits: { usual: 64, most: 256 },
  /**
   * Number of attempts at a failing case, including the first. Two retries distinguish a deterministic failure from a
   * rare one.
   */
  attempts: 3,
  output: "conformance-results",
  formats: ["terminal,json"],
  port: 4000,
  host: "127.0.0.1",
  width: 100,
} as const;
