import type { Requirement } from "../catalogue/requirement.ts";

/** Spec/status isolation on targets that accept and drop fields of the other side: they must drop all of them. */
export const isolationIgnored = {
  "isolation.spec-in-status-write-is-ignored": {
    levels: { "kubernetes/v1": "MUST" },
    statement: "A status write that carries a spec is accepted, and its spec is dropped.",
    reason:
      "Controllers send back the whole object that they have read. If an old spec in it were a reason " +
      "for refusal, no controller could report while a user writes.",
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
      "A status write that carries author-owned metadata is accepted, and its metadata are dropped.",
    reason:
      "Every object that is written back contains labels and finalizers. A caller who may only write a status " +
      "must neither fail because of them nor change them.",
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
    statement: "A spec write that carries a status is accepted, and its status is dropped.",
    reason:
      "Users save whole objects, with a status that is minutes old. It must not keep them from changing " +
      "the spec, and it must not come back.",
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
      "A write that differs from the stored object in nothing but what is dropped keeps the version.",
    reason:
      "Two clients that keep sending what the other side owns would wake each other for ever, and every " +
      "reader with them.",
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
      "A status write is accepted that carries the object as it was read, with another status.",
    reason:
      "Every client that reads, changes and writes back works like this. A target that mistakes " +
      "it for a cross-write refuses all of them.",
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
      "A status write to a kind that allows fields of any name stores them, and changes nothing but the status.",
    reason:
      "Such kinds are made for reports whose fields are not known in advance. If they are dropped, the " +
      "report is empty; if isolation has a gap for them, the spec of the kind is exposed as well.",
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
