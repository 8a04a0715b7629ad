/** The values of options that are omitted. */
export const defaults = {
  profile: "graphql-status/v1",
  /** Cases under way at once: more gain nothing on two cores where replies come at once, and much where they take long. */
  breadth: { usual: 64, most: 256 },
  /** Looks at a case that breaks something: two more tell what always happens from most of what does now and then. */
  attempts: 3,
  output: "conformance-results",
  formats: ["terminal,json"],
  port: 4000,
  host: "127.0.0.1",
  /** Width of texts in characters, where no terminal says it. */
  width: 100,
} as const;
