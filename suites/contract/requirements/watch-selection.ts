import type { Requirement } from "../catalogue/requirement.ts";

export const watchSelection = {
  "watch.namespace-filter": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A watch on one namespace delivers only events from that namespace.",
    reason:
      "Namespaces separate tenants on a server: an event from another namespace discloses an " +
      "object to a watcher without access to it.",
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
      "A watch with a label selector delivers every event for objects that match throughout, and " +
      "no event for objects that never match.",
    reason:
      "Otherwise a controller that is responsible for some of the objects processes others or " +
      "misses its own.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/storage/testing/watcher_tests.go RunTestWatch" },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-013" },
    ],
    rows: ["WA-12"],
    features: ["watch", "watch.selector", "labels.write"],
  },
  "watch.selector-entry-is-added": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "When an object starts to match the label selector of a watch, the watch delivers an ADDED " +
      "event.",
    reason:
      "The watcher has not received the object yet. A MODIFIED event would change an object " +
      "that is missing from its cache.",
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
    statement:
      "When an object no longer matches the label selector of a watch, the watch delivers a " +
      "DELETED event.",
    reason:
      "Without the event, the object stays in the watcher's cache forever, with labels that it " +
      "no longer has.",
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
      "The DELETED event for an object that no longer matches contains its last matching " +
      "state, with the version at which the object stopped matching.",
    reason:
      "A client with an index by label looks up the object under the labels that it last " +
      "received. It cannot find the object under labels that never matched.",
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
