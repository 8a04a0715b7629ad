import type { Implementer } from "./implementer.ts";

/** An API for the exposures of an observatory, built with async-graphql and axum. */
export const rust: Implementer = {
  name: "rust",
  tools: [["cargo", "--version"]],
  build: [
    // The dependencies take minutes to compile, so all copies share them.
    ["cargo", "build", "--locked", "--quiet", "--target-dir", "$cache/rust-target"],
    ["cp", "$cache/rust-target/debug/exposures", "server"],
  ],
  start: ["./server"],
  path: "/observatory",
  told: [
    "--identity",
    "author=altair",
    "controller=deneb",
    "reader=vega",
    "stranger=pluto",
    "invalid=nobody",
    "--header",
    "Authorization=Pass $credential",
    "--socket-credential",
    "pass",
    "--namespace",
    "EAST",
    "WEST",
  ],
  mistakes: {
    "seq-underscored": ["concurrency.stale-status-write-conflicts"],
    "read-lock-first": ["concurrency.one-winner", "concurrency.no-lost-increment"],
    "default-fills-the-rest": ["isolation.spec-write-never-changes-status"],
    "frames-follow": ["isolation.status-write-never-changes-spec"],
    "guard-forgotten": ["authorization.author-cannot-write-status"],
    "happenings-unguarded": ["authorization.watch-is-authorized"],
    "or-keeps-old": ["write.replace-removes-omitted-members"],
    "question-mark": ["concurrency.stale-status-write-conflicts"],
    "lagged-is-skipped": ["watch.no-gap", "watch.one-event-per-write"],
    "readouts-outlive": ["deletion.successor-starts-afresh"],
  },
};
