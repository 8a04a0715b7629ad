import type { Requirement } from "../catalogue/requirement.ts";

export const controller = {
  "controller.writes-only-changes": {
    levels: { "controller/v1": "MUST" },
    statement: "A controller does not write a status that equals the stored status.",
    reason:
      "A redundant write wakes every watcher, including the controller itself, which then " +
      "writes again. This loop loads the server and reports nothing new.",
    sources: [
      { source: "deferred-flush", at: "review: no change detection before the update" },
      {
        source: "gitstore",
        at: "specs/026-reconcile-handler/contracts/status-patch-api.md IsNoOp",
      },
    ],
    rows: ["CT-03"],
  },
  "controller.comes-to-rest": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller stops writing an object that does not change, and does not alternate " +
      "between the same states.",
    reason:
      "A changing timestamp in the status, or two steps that revert each other, cause a " +
      "reconcile loop that stops only when the process does.",
    sources: [
      { source: "deferred-flush", at: "review: self-induced hot loops" },
      { source: "gitstore", at: "specs/026-reconcile-handler: feedback-loop suppression" },
    ],
    rows: ["CT-11"],
  },
  "controller.one-flush-per-reconcile": {
    levels: { "controller/v1": "MUST" },
    statement: "A controller stores all results of a reconcile in one status write.",
    reason:
      "With several writes, watchers see partial results and wake up more often, and each write " +
      "must specify the version that the preceding write returned.",
    sources: [{ source: "deferred-flush", at: "one deferred FlushStatus per reconcile" }],
    rows: ["CT-01"],
    minimumInstances: 2,
  },
  "controller.status-converges": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A running controller reports a status for the newest generation of each object within the " +
      "time limit.",
    reason:
      "If a reconcile fails or returns early without a write, the user sees the status for an " +
      "earlier spec and no error for the current spec.",
    sources: [
      {
        source: "deferred-flush",
        at: "named returns: the flush runs on early return and on error",
      },
      { source: "kubernetes/api-conventions", at: "Typical status properties, observedGeneration" },
    ],
    rows: ["CT-02"],
  },
  "controller.same-end-on-any-path": {
    since: "2026-12",
    levels: { "controller/v1": "SHOULD" },
    statement:
      "A status depends on the newest spec, not on earlier specs or on the history of the " +
      "controller.",
    reason:
      "A status that keeps parts of an earlier spec, or lacks what a process kept only in " +
      "memory, stays wrong until the object is edited again.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Spec and Status, level-based behavior" },
    ],
    rows: ["CT-02"],
    features: ["delete"],
  },
  "controller.finalizer-released": {
    levels: { "controller/v1": "MUST" },
    statement:
      "After the deletion of an object is requested, a running controller removes its finalizer " +
      "within the time limit.",
    reason:
      "Otherwise the object stays terminating, and its name cannot be reused until a person " +
      "removes the finalizer, which skips the cleanup.",
    sources: [{ source: "gitstore", at: "specs/026-reconcile-handler FR-012" }],
    rows: ["CT-08"],
  },
} as const satisfies Record<`controller.${string}`, Requirement>;
