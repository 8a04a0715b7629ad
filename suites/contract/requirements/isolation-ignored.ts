import type { Requirement } from "../catalogue/requirement.ts";

/**
 * For targets that accept and drop foreign fields: spec fields in a status write, or status fields in a spec write.
 * Such a target must drop all of them.
 */
export const isolationIgnored = {
  "isolation.spec-in-status-write-is-ignored": {
    levels: { "kubernetes/v1": "MUST" },
    statement: "A status write that contains a spec is accepted, and its spec is dropped.",
    reason:
      "Controllers send back the whole object that they have read. If a stale spec in it caused " +
      "a rejection, no controller could report while a user edits the spec.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestSubresourcePatch",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/apis/apiextensions/v1/types.go CustomResourceSubresources",
      },
      { source: "client-status-api", at: "Replacing status" },
    ],
    rows: ["IS-02"],
    presumes: { crossWrite: "ignored" },
  },
  "isolation.metadata-in-status-write-is-ignored": {
    levels: { "kubernetes/v1": "MUST" },
    statement:
      "A status write that contains author-owned metadata is accepted, and that metadata is " +
      "dropped.",
    reason:
      "Every object that is written back contains labels and finalizers. A caller who may only " +
      "write the status must not be rejected because of them, and must not be able to change " +
      "them.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/status_strategy.go statusStrategy.PrepareForUpdate",
      },
      { source: "kubernetes/kubernetes", at: "issue 92022" },
    ],
    rows: ["WR-17"],
    presumes: { crossWrite: "ignored", statusMetadata: "ignored" },
  },
  "isolation.status-in-spec-write-is-ignored": {
    levels: { "kubernetes/v1": "MUST" },
    statement: "A spec write that contains a status is accepted, and its status is dropped.",
    reason:
      "Users save whole objects, often with a status that is minutes old. This stale status " +
      "must neither block the spec change nor be stored.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestStatusSubresource",
      },
      { source: "kubernetes/api-conventions", at: "Spec and Status" },
    ],
    rows: ["WR-15"],
    presumes: { crossWrite: "ignored" },
  },
  "isolation.ignored-write-is-no-op": {
    levels: { "kubernetes/v1": "MUST" },
    statement:
      "A write keeps the version if all of its differences from the stored object are dropped.",
    reason:
      "Otherwise two clients that send each other's fields back trigger each other forever, and " +
      "wake every watcher.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy.go customResourceStrategy.PrepareForUpdate",
      },
      { source: "kubernetes/apiserver", at: "pkg/storage/etcd3/store.go GuaranteedUpdate" },
    ],
    rows: ["WR-16"],
    presumes: { crossWrite: "ignored", noOp: "keepsVersion" },
  },
  "isolation.echoed-object-is-accepted": {
    levels: { "kubernetes/v1": "MUST" },
    statement:
      "A status write that contains the object as it was read, with a new status, is accepted.",
    reason:
      "Every client that reads an object, changes it and writes it back sends such a request. A " +
      "target that mistakes this request for a write to the spec locks out all of these clients.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestStatusSubresource",
      },
      { source: "client-status-api", at: "Replacing status" },
    ],
    rows: ["IS-05"],
    presumes: { crossWrite: "ignored" },
  },
  "isolation.open-members-are-stored": {
    levels: { "kubernetes/v1": "MUST" },
    statement:
      "A status write to a kind whose status allows arbitrary fields stores them, and changes " +
      "only the status.",
    reason:
      "Kinds with arbitrary status fields are intended for statuses whose fields are not known in " +
      "advance. If these fields are dropped, the status stays empty; without isolation, the write " +
      "can also change the spec.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/pruning_test.go TestPruningStatus",
      },
    ],
    rows: ["IS-11"],
    presumes: { unknownMembers: "stored" },
  },
} as const satisfies Record<`isolation.${string}`, Requirement>;
