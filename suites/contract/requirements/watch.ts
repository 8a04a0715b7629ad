import type { Requirement } from "../catalogue/requirement.ts";

export const watch = {
  "watch.one-event-per-write": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "Every effective write causes exactly one event on each matching watch: MODIFIED for a " +
      "status or spec write.",
    reason:
      "A controller that misses the event does not act until the next write; one that receives " +
      "it twice does its work twice.",
    sources: [
      { source: "graphql-status-contract", at: "Implementation notes: next MODIFIED event" },
      { source: "kubernetes/apiserver", at: "pkg/storage/testing/watcher_tests.go RunTestWatch" },
      { source: "gitstore", at: "issue 179" },
    ],
    rows: ["WA-01"],
    features: ["watch"],
  },
  "watch.event-carries-stored-object": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "An event contains the same complete object as the response to its write, with the same " +
      "version.",
    reason:
      "Caches are filled from events. If an object is incomplete, or newer than its version, " +
      "every decision based on the cache is wrong.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/storage/testing/watcher_tests.go RunTestWatch" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunTestWatchFromNonZero",
      },
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateAtomic" },
    ],
    rows: ["WA-01", "WA-03"],
    features: ["watch"],
  },
  "watch.nothing-for-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A rejected write causes no event.",
    reason:
      "Otherwise watchers act on a state that was never stored, and a caller without " +
      "permissions can trigger all controllers at will.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/storage/etcd3/store.go GuaranteedUpdate" },
    ],
    rows: ["WA-02", "IS-18"],
    features: ["watch"],
  },
  "watch.nothing-for-no-op": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A write that keeps the version causes no event.",
    reason:
      "Otherwise a controller that repeats its status write triggers itself in an endless loop " +
      "of writes and events.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/store_test.go TestNoOpUpdates",
      },
      { source: "deferred-flush", at: "review: a flush without a change" },
    ],
    rows: ["WA-02", "CC-15"],
    features: ["watch"],
  },
  "watch.nothing-for-dry-run": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A dry run causes no event.",
    reason:
      "Otherwise watchers act on a state that was never stored and that no later event " +
      "corrects.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/dryrun.go DryRunnableStorage.GuaranteedUpdate",
      },
    ],
    rows: ["WA-02"],
    features: ["watch", "dry-run"],
  },
  "watch.creation-is-added": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Creating an object causes one ADDED event.",
    reason:
      "A controller that misses a new object never starts its work; one that receives a change " +
      "to an unknown object has nothing to apply it to.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/storage/testing/watcher_tests.go RunTestWatch" },
    ],
    rows: ["WA-01"],
    features: ["watch"],
  },
  "watch.deletion-is-deleted": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A deletion causes one DELETED event, with the declared content and a new version.",
    reason:
      "If the event has the version of the last write, a watcher that resumes cannot distinguish the " +
      "deletion from that write, and the object stays in its cache forever.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunTestWatchDeleteEventObjectHaveLatestRV",
      },
      {
        source: "gitstore",
        at: "specs/040-controller-watch-status-api/contracts/watch-api.graphql",
      },
    ],
    rows: ["WA-14", "WA-15"],
    features: ["watch", "delete"],
  },
  "watch.last-finalizer-is-deleted": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "The write that removes the last finalizer causes one DELETED event and no event before " +
      "it.",
    reason:
      "A MODIFIED event would show an object without finalizers, and trigger controllers " +
      "to process an object that is already gone.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/registry/generic/registry/store.go Store.Update" },
    ],
    rows: ["WA-26"],
    features: ["watch", "delete", "finalizers"],
  },
} as const satisfies Record<`watch.${string}`, Requirement>;
