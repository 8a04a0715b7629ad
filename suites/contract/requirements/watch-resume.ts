import type { Requirement } from "../catalogue/requirement.ts";

export const watchResume = {
  "watch.list-then-watch": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A watch from a list's version delivers all changes after the list, and none before it.",
    reason:
      "Every controller starts with a list and a watch. A change that is lost between the two never " +
      "reaches the controller.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/storage/testing/watcher_tests.go RunTestWatch" },
      { source: "kubernetes/enhancements", at: "keps/sig-api-machinery/956 Summary" },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md SC-001" },
    ],
    rows: ["WA-08", "CC-21"],
    features: ["watch", "watch.resume", "read.list", "list.version"],
  },
  "watch.resumes-after-version": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A watch from a version delivers exactly the changes after it.",
    reason:
      "Streams break often. A missing event loses a change, and a duplicate event causes " +
      "duplicate work.",
    sources: [
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateResumable" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunTestWatchFromNonZero",
      },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md Assumptions" },
    ],
    rows: ["WA-07", "WA-22", "WA-25"],
    presumes: { cursor: "version" },
    features: ["watch", "watch.resume"],
  },
  "watch.expired-cursor-is-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A watch from a version older than the retained events ends with a distinct error.",
    reason:
      "If the server starts the watch at its oldest event instead, the watcher cannot detect " +
      "that events are missing. After a generic error, it retries forever instead of listing " +
      "again.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunTestWatchFromZero",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/cacher/watch_cache_history.go GetIntervalLocked",
      },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-004" },
    ],
    rows: ["WA-09", "WA-25"],
    features: ["watch", "watch.resume", "watch.expiry"],
  },
  "watch.bookmarks-only-on-request": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Bookmarks are delivered only to watches that request them.",
    reason:
      "A watcher that does not support bookmarks treats a bookmark as a change to an object " +
      "without a name.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunTestWatchDispatchBookmarkEvents",
      },
      { source: "kubernetes/enhancements", at: "keps/sig-api-machinery/956 Proposal" },
    ],
    rows: ["WA-17"],
    features: ["watch", "watch.bookmarks"],
  },
  "watch.bookmark-covers-earlier-events": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "All events up to a bookmark's version are delivered before the bookmark.",
    reason:
      "The watcher resumes from the bookmark. Events that were not yet delivered are skipped " +
      "and never sent again.",
    sources: [
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateBookmarkable" },
      { source: "kubernetes/enhancements", at: "keps/sig-api-machinery/956 Proposal" },
    ],
    rows: ["WA-17"],
    features: ["watch", "watch.bookmarks"],
  },
  "watch.bookmarks-never-go-back": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A bookmark never has an older version than an earlier event or bookmark.",
    reason:
      "A watcher that resumes from an older version receives events that it has already " +
      "processed, or finds that the version has expired.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunTestOptionalWatchBookmarksWithCorrectResourceVersion",
      },
    ],
    rows: ["WA-17"],
    features: ["watch", "watch.bookmarks"],
  },
  "watch.resumes-from-bookmark": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A watch from a bookmark's version delivers exactly the changes after it.",
    reason:
      "Bookmarks exist so that watchers that receive no events can resume without a relist. " +
      "If a watch cannot resume from a bookmark, the watcher has to list again.",
    sources: [
      { source: "kubernetes/enhancements", at: "keps/sig-api-machinery/956" },
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateResumable" },
    ],
    rows: ["WA-18"],
    features: ["watch", "watch.resume", "watch.bookmarks"],
  },
  "watch.initial-events-are-current-state": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A watch with initial events starts with one ADDED event for each existing object, in any " +
      "order.",
    reason:
      "The initial events replace the list. If an object is missing, the controller does not " +
      "learn of it until the object changes.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunWatchSemantics",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/cacher/watch_cache_interval.go newCacheIntervalFromStore",
      },
      { source: "kubernetes/enhancements", at: "keps/sig-api-machinery/3157" },
    ],
    rows: ["WA-19", "WA-21"],
    features: ["watch", "watch.initialEvents"],
  },
  "watch.initial-events-end-is-marked": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A watch's initial events are followed by one bookmark that marks their end.",
    reason:
      "A controller that does not know when the initial state is complete starts work with part " +
      "of it, and cleans up after objects that it assumes are gone.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunWatchSemanticInitialEventsExtended",
      },
      { source: "kubernetes/enhancements", at: "keps/sig-api-machinery/3157" },
    ],
    rows: ["WA-19"],
    features: ["watch", "watch.initialEvents", "watch.bookmarks"],
  },
  "watch.any-version-begins-with-state": {
    levels: { "kubernetes/v1": "MUST" },
    statement: "A watch from version 0 starts with an ADDED event for each existing object.",
    reason:
      "The simplest client watches without listing first. If it only receives changes, it never " +
      "learns of objects that existed before.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/watcher_tests.go RunWatchSemantics",
      },
    ],
    rows: ["WA-20"],
    features: ["watch", "watch.anyVersion"],
  },
} as const satisfies Record<`watch.${string}`, Requirement>;
