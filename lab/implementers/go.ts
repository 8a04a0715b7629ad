import type { Implementer } from "./implementer.ts";

/** An API for lifts, built with gqlgen. */
export const go: Implementer = {
  name: "go",
  tools: [["go", "version"]],
  build: [
    ["go", "tool", "gqlgen", "generate"],
    ["go", "build", "-o", "server", "."],
  ],
  start: ["./server"],
  path: "/query",
  told: [
    "--identity",
    "author=master",
    "controller=cable",
    "reader=floor",
    "stranger=lobby",
    "invalid=nobody",
    "--header",
    "Lift-Token=$credential",
    "--socket-credential",
    "liftToken",
    "--namespace",
    "tower",
    "annex",
  ],
  mistakes: {
    "report-ignores-time": ["concurrency.stale-status-write-conflicts"],
    "zero-is-nothing": ["write.stores-submitted-status", "write.lists-are-replaced"],
    "configure-new-struct": ["isolation.spec-write-never-changes-status"],
    "appends-faults": ["write.lists-are-replaced"],
    "unlocks-between": ["concurrency.one-winner", "concurrency.no-lost-increment"],
    "err-shadowed": ["concurrency.stale-status-write-conflicts"],
    "report-by-anyone": ["authorization.author-cannot-write-status"],
    "get-before-auth": ["authorization.existence-not-disclosed"],
    "stream-unchecked": ["authorization.watch-is-authorized"],
    "generation-always": ["generation.ignores-status-writes", "generation.ignores-no-op-writes"],
  },
};
