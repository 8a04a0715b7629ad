import type { Requirement } from "../catalogue/requirement.ts";

/**
 * Targets must behave as declared. The contract's own rules have separate checks; these requirements cover the
 * alternative policies that a target may declare.
 */
export const semantics = {
  "semantics.null-members-stay": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "If declared so, a status write leaves the fields that it sends as null unchanged.",
    reason:
      "A declaration excuses the target from a rule of the contract. If it is wrong, clients that rely " +
      "on it lose reports that they meant to keep.",
    sources: [{ source: "graphql-spec", at: "2.9.5 Null Value" }],
    rows: ["WR-26"],
    features: ["status.partial"],
    presumes: { nullMembers: "unchanged" },
  },
  "semantics.lists-are-merged": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "Where it is declared so, a list in a status write is merged into the stored one, which loses no item by it.",
    reason:
      "Writers that rely on the merge only send their own items. If the list is replaced, the items of " +
      "all others are gone.",
    sources: [
      {
        source: "kubernetes/api-conventions",
        at: "contributors/devel/sig-api-machinery/strategic-merge-patch.md",
      },
    ],
    rows: ["WR-26"],
    presumes: { lists: "merged" },
  },
  "semantics.versions-are-per-object": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "If versions are declared to be unique only within one object, they do not form one sequence across objects.",
    reason:
      "The declaration excuses the target from keeping the order of a collection. One whose versions " +
      "do count for all has no reason to be excused.",
    sources: [
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateOrdered" },
    ],
    rows: ["WA-23"],
    presumes: { versionScope: "object" },
  },
  "semantics.watch-resumes-after-event": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "Where watches are declared to resume from tokens of their events, one that does delivers exactly what came after the event.",
    reason:
      "Streams break all the time. One event too few is a lost change, one too many is work done " +
      "twice, whatever the token looks like.",
    sources: [
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateResumable" },
    ],
    rows: ["WA-07"],
    features: ["watch", "watch.resume"],
    presumes: { cursor: "ofEvent" },
  },
  "semantics.selector-exit-is-modified": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "Where it is declared so, a watch by labels shows an object that ceases to match as MODIFIED, without those labels.",
    reason:
      "Watchers that wait for this event look at its labels to let go of the object. Without it they " +
      "keep the object for ever.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/cacher/cache_watcher.go cacheWatcher.convertToWatchEvent",
      },
    ],
    rows: ["WA-12"],
    features: ["watch", "watch.selector", "labels.write"],
    presumes: { selectorExit: "modified" },
  },
  "semantics.selector-exit-is-silent": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "Where it is declared so, a watch by labels shows nothing of an object that ceases to match, neither that it did nor what comes later.",
    reason:
      "Watchers that expect silence list again to find out what is gone. An event that they do not " +
      "expect looks to them like an object that is still theirs.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/cacher/cache_watcher.go cacheWatcher.convertToWatchEvent",
      },
    ],
    rows: ["WA-12"],
    features: ["watch", "watch.selector", "labels.write"],
    presumes: { selectorExit: "silent" },
  },
  "semantics.deletion-tells-the-key": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "If declared so, the event of a deletion identifies the deleted object and contains no object.",
    reason:
      "The declaration excuses the target from showing the last state. A watcher still has to know " +
      "what to drop, and must not take a stale object for a living one.",
    sources: [
      {
        source: "gitstore",
        at: "specs/040-controller-watch-status-api/contracts/watch-api.graphql",
      },
    ],
    rows: ["WA-14"],
    features: ["watch", "delete"],
    presumes: { deletedEvent: "keyOnly" },
  },
} as const satisfies Record<`semantics.${string}`, Requirement>;
