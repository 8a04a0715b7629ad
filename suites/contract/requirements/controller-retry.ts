import type { Requirement } from "../catalogue/requirement.ts";

/** A controller's reaction to a failed write. */
export const controllerRetry = {
  "controller.retry-keeps-everything-staged": {
    levels: { "controller/v1": "MUST" },
    statement:
      "After a conflict, a controller resubmits everything that it had staged, not only the conditions.",
    reason:
      "What the second attempt omits is lost without an error, and the status contains less than the " +
      "controller knows until something else makes it look again.",
    sources: [
      { source: "deferred-flush", at: "review: only staged conditions are re-applied on conflict" },
      { source: "kubernetes/client-go", at: "util/retry/util.go RetryOnConflict" },
    ],
    rows: ["CT-04"],
  },
  "controller.retries-are-bounded": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller ends a flush after a few conflicts, and repeats no write that was refused for " +
      "another reason without a pause.",
    reason:
      "A loop without an end keeps a worker busy with one object, and a write that is invalid or " +
      "forbidden does not get better by being sent again.",
    sources: [{ source: "kubernetes/client-go", at: "util/retry/util.go DefaultRetry, OnError" }],
    rows: ["CT-07"],
  },
  "controller.retry-waits-as-told": {
    levels: { "controller/v1": "SHOULD" },
    statement: "A controller that is told when to retry does not write that object earlier.",
    reason:
      "A server does this when it is overloaded; clients that retry immediately keep it from " +
      "recovering.",
    sources: [{ source: "kubernetes/api-conventions", at: "HTTP status codes, 429" }],
    rows: ["CT-16"],
  },
  "controller.deleted-object-ends-reconcile": {
    levels: { "controller/v1": "MUST" },
    statement: "A controller stops writing an object after it was told that the object is gone.",
    reason:
      "Nothing that it sends can succeed any more, and an error on each try fills queue and log as long " +
      "as the process lives.",
    sources: [{ source: "gitstore", at: "specs/026-reconcile-handler FR-012" }],
    rows: ["CT-08"],
  },
  "controller.writes-name-their-version": {
    levels: { "controller/v1": "SHOULD" },
    statement:
      "A status write of a controller that does not apply fields names the version of the state that it " +
      "was made from.",
    reason:
      "Without it, a decision from a stale cache silently replaces a newer status, and a retry on " +
      "conflict around it never runs.",
    sources: [
      { source: "graphql-status-contract", at: "optimistic concurrency on status writes" },
      { source: "kubernetes/api-conventions", at: "Concurrency Control and Consistency" },
    ],
    rows: ["CT-12", "CT-13"],
  },
  "controller.acts-on-own-writes": {
    since: "2026-12",
    levels: { "controller/v1": "SHOULD" },
    statement:
      "A controller does not act on a state of an object that is older than its own last write to that object.",
    reason:
      "A stale cache makes a controller repeat what it has already done: it allocates twice, counts twice, " +
      "or reports on a request that it has already reported on.",
    sources: [
      { source: "kubernetes/enhancements", at: "keps/sig-api-machinery/5647 Proposal" },
      { source: "kubernetes/api-conventions", at: "Concurrency Control and Consistency" },
    ],
    rows: ["CT-13"],
  },
} as const satisfies Record<`controller.${string}`, Requirement>;
