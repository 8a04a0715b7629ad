/** The users of the cluster with their tokens: one user for each role of the suite, and one with all permissions. */
export const users = [
  "admin",
  "author",
  "controller",
  "reader",
  "tenant",
  "reporter",
  "stranger",
] as const;

export type User = (typeof users)[number];
