import type { Requirement } from "../catalogue/requirement.ts";

/** Where a watch starts: after a list, a version or a bookmark. */
export const watchResume = {
  "watch.list-then-watch": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A watch from a list's version delivers all that came after the list, and nothing of what " +
      "was in it.",
    reason:
      "Every controller starts this way. A gap between list and watch is a change that no client " +
      "ever sees.",
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
    statement: "A watch from a version delivers exactly what came after it.",
    reason:
      "Streams break all the time. One event too few is a lost change, one too many is work " +
      "done twice.",
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
    statement: "A version older than the retained events ends the watch with a distinct error.",
    reason:
      "If the server starts at its oldest event instead, the watcher never learns that it " +
      "missed some; with an unspecific error it retries for ever instead of listing again.",
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
    statement: "Bookmarks are delivered only to watches that ask for them.",
    reason:
      "A watcher that does not know bookmarks takes one for a change of an object without a name.",
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
    statement: "Everything up to the version of a bookmark has been delivered before it.",
    reason:
      "The watcher resumes from the bookmark. What was not yet delivered is skipped, and never " +
      "seen.",
    sources: [
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateBookmarkable" },
      { source: "kubernetes/enhancements", at: "keps/sig-api-machinery/956 Proposal" },
    ],
    rows: ["WA-17"],
    features: ["watch", "watch.bookmarks"],
  },
  "watch.bookmarks-never-go-back": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A bookmark never names an earlier version than an event or bookmark before it.",
    reason:
      "A watcher that follows it back is sent events which it has already handled, or finds its " +
      "place expired.",
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
    statement: "A watch from the version of a bookmark delivers exactly what came after it.",
    reason:
      "Bookmarks exist so that quiet watchers can resume without a new list. One that cannot be " +
      "resumed from is worse than none.",
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
      "The initial events replace the list. An object that is missing there is unknown to the " +
      "controller until it changes.",
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
    statement: "The initial events of a watch end with one bookmark that is marked as their end.",
    reason:
      "A controller that does not know when it has seen everything starts with half of the " +
      "state, and removes what it takes for left over.",
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
    statement:
      "A watch that asks for any version starts with an ADDED event for each existing object.",
    reason:
      "The simplest client watches without listing first. If it only gets changes, it " +
      "never learns of the objects that existed before.",
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
