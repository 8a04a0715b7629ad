import type { Requirement } from "../catalogue/requirement.ts";

/** When a controller writes a status. */
export const controller = {
  "controller.writes-only-changes": {
    levels: { "controller/v1": "MUST" },
    statement: "A controller writes no status that equals the stored one.",
    reason:
      "Each such write wakes every watcher, the controller itself included, which then writes again: " +
      "a loop that loads the server and informs no one.",
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
      "A time of day in the status, or two steps that undo each other, keep a reconcile loop going " +
      "that ends only with the process.",
    sources: [
      { source: "deferred-flush", at: "review: self-induced hot loops" },
      { source: "gitstore", at: "specs/026-reconcile-handler: feedback-loop suppression" },
    ],
    rows: ["CT-11"],
  },
  "controller.one-flush-per-reconcile": {
    levels: { "controller/v1": "MUST" },
    statement: "A controller stores all that one reconcile found in one status write.",
    reason:
      "Several writes show watchers half of a result, wake them as often, and collide with each other " +
      "through the version that the one before has made.",
    sources: [{ source: "deferred-flush", at: "one deferred FlushStatus per reconcile" }],
    rows: ["CT-01"],
    minimumInstances: 2,
  },
  "controller.status-converges": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller that runs reports a status for the newest generation of each object in time.",
    reason:
      "A reconcile that returns early, or fails, without writing leaves the user with the report on " +
      "an earlier wish, and with no word of what is wrong with this one.",
    sources: [
      {
        source: "deferred-flush",
        at: "named returns: the flush runs on early return and on error",
      },
      { source: "kubernetes/api-conventions", at: "Typical status properties, observedGeneration" },
    ],
    rows: ["CT-02"],
  },
  "controller.finalizer-released": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller that runs removes its own finalizer in time from an object whose deletion was requested.",
    reason:
      "The object stays, terminating, under a name that cannot be reused, until a person removes the " +
      "finalizer by hand, and with it the cleanup that it stood for.",
    sources: [{ source: "gitstore", at: "specs/026-reconcile-handler FR-012" }],
    rows: ["CT-08"],
  },
} as const satisfies Record<`controller.${string}`, Requirement>;
