/** The users that the cluster's tokens stand for: one per role of the suite, and one who may do everything. */
export const users = [
  "admin",
  "author",
  "controller",
  "reader",
  "tenant",
  "reporter",
  "stranger",
] as const;

/** One of {@link users}. */
export type User = (typeof users)[number];
