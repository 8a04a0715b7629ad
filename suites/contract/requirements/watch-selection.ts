import type { Requirement } from "../catalogue/requirement.ts";

/** Which part of a collection a watch delivers. */
export const watchSelection = {
  "watch.namespace-filter": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A watch on one namespace delivers the events of that namespace and of no other.",
    reason:
      "Tenants share a server by namespace: a foreign event discloses an object to a watcher " +
      "that was not meant to see it.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunTestNamespaceScopedWatch",
      },
    ],
    rows: ["WA-16"],
    features: ["watch", "watch.namespace"],
  },
  "watch.selector-filter": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A watch limited by labels delivers every event of objects that match all the while, and " +
      "none of objects that never match.",
    reason:
      "A controller that is responsible for a part of the objects would work on those of " +
      "others, or not on its own.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/storage/testing/watcher_tests.go RunTestWatch" },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-013" },
    ],
    rows: ["WA-12"],
    features: ["watch", "watch.selector", "labels.write"],
  },
  "watch.selector-entry-is-added": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "An object that comes to match the labels of a watch is an ADDED event on it.",
    reason:
      "The watcher has never seen the object. As MODIFIED, the event changes something that its " +
      "cache does not hold.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/cacher/cache_watcher.go cacheWatcher.convertToWatchEvent",
      },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-013" },
    ],
    rows: ["WA-12"],
    features: ["watch", "watch.selector", "watch.selectorTransitions", "labels.write"],
  },
  "watch.selector-exit-is-deleted": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "An object that no longer matches the labels of a watch is a DELETED event on it.",
    reason:
      "Without the event the object stays in the watcher's cache for ever, with the labels that " +
      "it no longer has.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/cacher/cache_watcher.go cacheWatcher.convertToWatchEvent",
      },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-013" },
    ],
    rows: ["WA-12"],
    presumes: { selectorExit: "deleted" },
    features: ["watch", "watch.selector", "watch.selectorTransitions", "labels.write"],
  },
  "watch.selector-exit-shows-last-match": {
    levels: { "kubernetes/v1": "MUST" },
    statement:
      "The DELETED event of an object that no longer matches shows the last state that matched, at the version that no longer does.",
    reason:
      "A reader that selects by label finds the object among its own by what it knew of it. A state that " +
      "never belonged to the selection is one that it cannot place.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/cacher/cache_watcher.go cacheWatcher.convertToWatchEvent",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunTestWatch",
      },
    ],
    rows: ["WA-13"],
    presumes: { selectorExit: "deleted", deletedEvent: "lastState" },
    features: ["watch", "watch.selector", "watch.selectorTransitions", "labels.write"],
  },
} as const satisfies Record<`watch.${string}`, Requirement>;
