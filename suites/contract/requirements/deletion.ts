import type { Requirement } from "../catalogue/requirement.ts";

/** The status of an object that is terminating, deleted, or recreated. */
export const deletion = {
  "deletion.waits-for-finalizers": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A deleted object with finalizers stays, and shows the time of its deletion in reads, lists " +
      "and events.",
    reason:
      "Finalizers guard what must be cleaned up elsewhere. If the object goes at once, or does " +
      "not show that it is terminating, no controller cleans up.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/finalization_test.go TestFinalization",
      },
      {
        source: "cli-utils/kstatus",
        at: "pkg/kstatus/status/generic.go checkGenericProperties",
      },
    ],
    rows: ["DL-01", "KS-01"],
    features: ["delete", "finalizers"],
  },
  "deletion.status-writes-go-on": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A status write to an object that is being deleted is accepted, and is a MODIFIED event.",
    reason:
      "Cleanup takes time, and people wait for it. Without reports, they cannot distinguish progress " +
      "from a finalizer that hangs.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/registry/rest/update.go BeforeUpdate" },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/finalization_test.go TestFinalization",
      },
    ],
    rows: ["DL-01"],
    features: ["delete", "finalizers"],
  },
  "deletion.new-finalizers-refused": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement: "A finalizer cannot be added to an object that is being deleted.",
    reason:
      "Everybody who saw the deletion counts on its end. A late guard holds up what others have " +
      "already started to take down.",
    sources: [{ source: "kubernetes/apiserver", at: "pkg/registry/rest/update.go BeforeUpdate" }],
    rows: ["DL-02"],
    features: ["delete", "finalizers"],
  },
  "deletion.nothing-comes-back": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A status write to an object that was deleted is refused as not found, with or without " +
      "dry run, and brings nothing back.",
    reason:
      "The last report of a controller often comes after the end. A server that stores it makes " +
      "an object without an owner that is never deleted.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/store_test.go TestStoreUpdate",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/dryrun_test.go TestDryRunUpdateMissingObjectFails",
      },
    ],
    rows: ["DL-03"],
    features: ["delete"],
  },
  "deletion.successor-starts-afresh": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "An object that is created under the name of a deleted one has a uid and a version of its " +
      "own, generation 1, and the status of a new object.",
    reason:
      "A status that is inherited vouches for work on an object that is gone: the new one is " +
      "ready before anybody has looked at it.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy.go customResourceStrategy.PrepareForCreate",
      },
      { source: "kubernetes/api-conventions", at: "Metadata" },
    ],
    rows: ["DL-06"],
    features: ["delete"],
  },
} as const satisfies Record<`deletion.${string}`, Requirement>;
