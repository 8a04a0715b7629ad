import type { Requirement } from "../catalogue/requirement.ts";

export const deletion = {
  "deletion.waits-for-finalizers": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "After a deletion request, an object with finalizers remains and shows its deletion time " +
      "in reads, lists and events.",
    reason:
      "Finalizers guard cleanup in other systems. If the object is removed immediately, or does not " +
      "show that it is being deleted, no controller cleans up.",
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
      "A status write to an object that is being deleted is accepted and causes a MODIFIED " +
      "event.",
    reason:
      "Cleanup takes time, and people wait for it. Without status writes, they cannot " +
      "distinguish slow progress from a finalizer that hangs.",
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
  "deletion.terminating-name-is-taken": {
    since: "2026-12",
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "An object cannot be created while an object with its name is being deleted.",
    reason:
      "Controllers are still cleaning up what belongs to the old object. If a new object of the " +
      "same name replaces it, the cleanup is lost, or destroys what the new object owns.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/store.go Store.Create",
      },
    ],
    rows: ["DL-01"],
    features: ["delete", "finalizers"],
    presumes: { takenName: "refused" },
  },
  "deletion.new-finalizers-refused": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement: "A finalizer cannot be added to an object that is being deleted.",
    reason:
      "Clients that observed the deletion expect it to finish. A new finalizer blocks it after " +
      "other controllers have already started to clean up.",
    sources: [{ source: "kubernetes/apiserver", at: "pkg/registry/rest/update.go BeforeUpdate" }],
    rows: ["DL-02"],
    features: ["delete", "finalizers"],
  },
  "deletion.nothing-comes-back": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A status write to a deleted object is rejected as not found, with or without dry run, and " +
      "does not recreate the object.",
    reason:
      "A controller's last status write often arrives after the deletion. A server that stores " +
      "it creates an object that has no owner and is never deleted.",
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
  "deletion.dry-run-deletes-nothing": {
    since: "2026-12",
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A dry run of a deletion neither deletes nor changes the object, not even its deletion time " +
      "or version.",
    reason:
      "Clients use a dry run to find out whether a deletion would be permitted. If it deletes the " +
      "object, data is lost that the client meant to keep.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/dryrun_test.go TestDryRunDeleteDoesntDelete",
      },
    ],
    rows: ["OP-01"],
    features: ["delete", "dry-run"],
  },
  "deletion.successor-starts-afresh": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "An object created with the name of a deleted object has its own uid and " +
      "version, generation 1, and the status of a new object.",
    reason:
      "An inherited status reports work on an object that no longer exists: the new object " +
      "appears ready before any controller has processed it.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy.go customResourceStrategy.PrepareForCreate",
      },
      { source: "kubernetes/api-conventions", at: "Metadata" },
    ],
    rows: ["DL-06"],
    features: ["delete"],
    presumes: { deletedName: "free" },
  },
} as const satisfies Record<`deletion.${string}`, Requirement>;
