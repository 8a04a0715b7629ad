import type { Requirement } from "../catalogue/requirement.ts";

export const watchOrder = {
  "watch.ordered": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "The events of one object arrive in the order of its writes.",
    reason:
      "A cache keeps the last event. If events are out of order, it keeps a stale state that no " +
      "later event corrects.",
    sources: [
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateOrdered" },
    ],
    rows: ["WA-04", "DL-07"],
    features: ["watch"],
  },
  "watch.unique": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "No version of an object is delivered twice on one watch.",
    reason:
      "An older version that is delivered again after a newer one makes a cache stale, and a " +
      "controller that counts changes counts one of them twice.",
    sources: [
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateUnique" },
    ],
    rows: ["WA-05"],
    features: ["watch"],
  },
  "watch.no-gap": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "No version of an object is missing between two delivered versions.",
    reason:
      "A watcher cannot detect a missing event. A server that cannot keep up must end the " +
      "stream, so that the watcher lists again.",
    sources: [
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateReliable" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunTestWatcherTimeout",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunTestDelayedWatchDelivery",
      },
    ],
    rows: ["WA-06"],
    features: ["watch"],
  },
  "watch.watchers-agree": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "All watchers of a collection receive the same events for an object in the same order.",
    reason:
      "If replicas of a controller observe different histories, work is left unfinished or done " +
      "twice when one replica takes over from another.",
    sources: [
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateReliable" },
      { source: "kubernetes/apiserver", at: "pkg/storage/testing/watcher_tests.go RunTestWatch" },
    ],
    rows: ["WA-01", "WA-06"],
    features: ["watch"],
  },
  "watch.slow-reader-delays-nobody": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement: "A watch whose reader stops reading delays neither writes nor other watches.",
    reason:
      "Otherwise one stalled client stops all controllers. A server may end the watch of a slow " +
      "reader, which then lists again.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/storage/cacher/cache_watcher.go add" },
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateResumable" },
    ],
    rows: ["WA-22"],
    features: ["watch"],
    since: "2026-12",
  },
  "watch.collection-in-commit-order": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "The events for different objects in a collection arrive in the order of the writes.",
    reason:
      "A version marks a position in the stream for all objects. If a later write is delivered " +
      "first, a watch that resumes from its version skips the earlier write.",
    sources: [
      {
        source: "kubernetes/api-conventions",
        at: "contributors/devel/sig-api-machinery/controllers.md",
      },
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateOrdered" },
    ],
    rows: ["WA-23"],
    presumes: { versionScope: "target" },
    // Clients compare ordered versions, and treat an event with a smaller version as outdated.
    mustWhere: { versionOrder: "comparable" },
    features: ["watch"],
  },
} as const satisfies Record<`watch.${string}`, Requirement>;
