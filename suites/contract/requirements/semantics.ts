import type { Requirement } from "../catalogue/requirement.ts";

/**
 * Covers the alternative policies that a target can declare. The contract's own policies have separate requirements.
 */
export const semantics = {
  "semantics.null-members-stay": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "If null is declared to leave a field unchanged, a status write does not change the fields " +
      "that it sends as null.",
    reason:
      "The declaration exempts the target from a rule of the contract. If the declaration is " +
      "wrong, clients that rely on it lose values that they meant to keep.",
    sources: [{ source: "graphql-spec", at: "2.9.5 Null Value" }],
    rows: ["WR-26"],
    features: ["status.partial"],
    presumes: { nullMembers: "unchanged" },
  },
  "semantics.lists-are-merged": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "If lists are declared to be merged, a list in a status write is merged into the stored " +
      "list without removing any item.",
    reason:
      "Clients that rely on the merge send only their own items. If the list is replaced, the " +
      "items of all other clients are lost.",
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
      "The declaration exempts the target from ordering the events for different objects. A " +
      "target whose versions do form one sequence needs no exemption.",
    sources: [
      { source: "etcd/robustness", at: "tests/robustness/validate/watch.go validateOrdered" },
    ],
    rows: ["WA-23"],
    presumes: { versionScope: "object" },
  },
  "semantics.watch-resumes-after-event": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "If watches are declared to resume from event tokens, a watch that resumes from a token " +
      "delivers exactly the changes after the event with that token.",
    reason:
      "Streams break often. With any token format, a missing event loses a change and a " +
      "duplicate event causes duplicate work.",
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
      "If a MODIFIED event is declared for objects that stop matching, a watch with a label " +
      "selector delivers one that shows the object without the matching labels.",
    reason:
      "Watchers that rely on this event drop the object when its labels are missing. Without " +
      "the event they keep the object forever.",
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
      "If objects are declared to stop matching without an event, a watch with a label selector " +
      "delivers no event for that change or for the object's later changes.",
    reason:
      "A watcher that expects no event must list again to find out what was removed. If an event " +
      "arrives after all, the watcher concludes that the object still matches.",
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
      "If deletion events are declared to contain only the key, they identify the deleted object " +
      "but do not contain it.",
    reason:
      "The declaration exempts the target from returning the last state. A watcher still has to " +
      "know which object to drop, and must not treat a stale object as existing.",
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
  "semantics.anonymous-is-denied": {
    levels: { "graphql-status/v1": "MUST" },
    statement:
      "If requests without a credential are declared to be rejected as forbidden, they are denied " +
      "like requests from a caller without permissions.",
    reason:
      "The declaration exempts the target from rejecting such requests as unauthenticated. An " +
      "operation that serves them is open to the whole network.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/server/config.go DefaultBuildHandlerChain" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/filters/authorization.go withAuthorization",
      },
    ],
    rows: ["PR-01"],
    since: "2026-12",
    presumes: { anonymous: "forbidden" },
  },
} as const satisfies Record<`semantics.${string}`, Requirement>;
