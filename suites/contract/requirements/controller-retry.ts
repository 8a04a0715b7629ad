import type { Requirement } from "../catalogue/requirement.ts";

export const controllerRetry = {
  "controller.retry-keeps-everything-staged": {
    levels: { "controller/v1": "MUST" },
    statement:
      "After a conflict, a controller resubmits all staged changes, not only the conditions.",
    reason:
      "Changes that the retry omits are lost without an error. The status stays incomplete " +
      "until something else triggers a reconcile.",
    sources: [
      { source: "deferred-flush", at: "review: only staged conditions are re-applied on conflict" },
      { source: "kubernetes/client-go", at: "util/retry/util.go RetryOnConflict" },
    ],
    rows: ["CT-04"],
  },
  "controller.retries-are-bounded": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller stops retrying a flush after a few conflicts, and never immediately repeats " +
      "a write that was rejected for another reason.",
    reason:
      "An endless loop occupies a worker with one object, and an invalid or forbidden write " +
      "does not succeed when it is repeated.",
    sources: [{ source: "kubernetes/client-go", at: "util/retry/util.go DefaultRetry, OnError" }],
    rows: ["CT-07"],
  },
  "controller.retry-waits-as-told": {
    levels: { "controller/v1": "SHOULD" },
    statement:
      "If the server states when to retry, the controller does not write the object earlier.",
    reason:
      "A server requests a delay when it is overloaded; clients that retry immediately keep it " +
      "from recovering.",
    sources: [{ source: "kubernetes/api-conventions", at: "HTTP status codes, 429" }],
    rows: ["CT-16"],
  },
  "controller.deleted-object-ends-reconcile": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller stops writing an object after the server has reported that it does not " +
      "exist.",
    reason:
      "No later write can succeed, and retries fill the queue and the log with errors for as " +
      "long as the process runs.",
    sources: [{ source: "gitstore", at: "specs/026-reconcile-handler FR-012" }],
    rows: ["CT-08"],
  },
  "controller.writes-name-their-version": {
    levels: { "controller/v1": "SHOULD" },
    statement:
      "A controller's status write, unless it is an apply, specifies the object version that it " +
      "is based on.",
    reason:
      "Without the version, a decision from a stale cache silently replaces a newer status, and " +
      "the controller's retry on conflict never runs.",
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
      "A controller does not act on a version of an object that is older than its own last write to that object.",
    reason:
      "A controller that acts on a stale cache repeats its work: it allocates twice, counts " +
      "twice, or responds to a request that it has already handled.",
    sources: [
      { source: "kubernetes/enhancements", at: "keps/sig-api-machinery/5647 Proposal" },
      { source: "kubernetes/api-conventions", at: "Concurrency Control and Consistency" },
    ],
    rows: ["CT-13"],
  },
} as const satisfies Record<`controller.${string}`, Requirement>;
