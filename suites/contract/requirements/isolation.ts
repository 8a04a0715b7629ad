import type { Requirement } from "../catalogue/requirement.ts";

export const isolation = {
  "isolation.status-write-never-changes-spec": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "No status write, accepted or rejected, ever changes the stored spec.",
    reason:
      "A controller that writes back a stale copy would silently revert what the user has since " +
      "changed.",
    sources: [
      { source: "graphql-status-contract", at: "Scope: status-only write boundaries" },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestStatusSubresource",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/status_strategy_test.go TestPrepareForUpdate",
      },
    ],
    rows: ["WR-01", "IS-01"],
  },
  "isolation.status-write-never-changes-metadata": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "No status write, accepted or rejected, ever changes author-owned metadata.",
    reason:
      "Labels select objects and finalizers guard their deletion. A controller that may only " +
      "write the status would control both.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/status_strategy.go statusStrategy.PrepareForUpdate",
      },
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/helpers.go ResetObjectMetaForStatus",
      },
      { source: "kubernetes/kubernetes", at: "issue 123727" },
    ],
    rows: ["WR-17", "WR-19"],
  },
  "isolation.spec-in-status-write-is-rejected": {
    levels: { "graphql-status/v1": "MUST" },
    statement: "A status write that contains a spec is rejected.",
    reason:
      "The client used the wrong operation. If the spec is silently dropped, the client " +
      "assumes that its change was stored.",
    sources: [
      { source: "graphql-status-contract", at: "Acceptance criteria" },
      { source: "gitstore", at: "issue 166" },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-010" },
    ],
    rows: ["IS-03"],
  },
  "isolation.metadata-in-status-write-is-rejected": {
    levels: { "graphql-status/v1": "MUST" },
    statement: "A status write that contains author-owned metadata is rejected.",
    reason:
      "Silently dropped labels are among the most frequently reported surprises; a rejection informs " +
      "the client immediately.",
    sources: [
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-010" },
      { source: "gitstore", at: "issue 177" },
      { source: "kubernetes/kubernetes", at: "issue 92022" },
    ],
    rows: ["IS-03"],
  },
  "isolation.spec-write-never-changes-status": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "No write to spec or metadata ever changes the stored status.",
    reason:
      "A user who saves a copy that is a minute old would erase or forge what controllers have " +
      "reported since, such as an address in use.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy.go customResourceStrategy.PrepareForUpdate",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy_test.go TestStrategyPrepareForUpdate",
      },
      { source: "kep-2527", at: "Summary: status is as durable as spec" },
    ],
    rows: ["WR-15", "AL-01", "AL-03"],
  },
  "isolation.status-in-spec-write-is-rejected": {
    levels: { "graphql-status/v1": "MUST" },
    statement: "A spec write that contains a status is rejected.",
    reason: "If the status is silently dropped, the client assumes that others can see it.",
    sources: [
      { source: "graphql-status-contract", at: "Scope: status-only write boundaries" },
      { source: "kubernetes/api-conventions", at: "Spec and Status" },
    ],
    rows: ["IS-04"],
  },
  "isolation.create-never-stores-status": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status in a create request is never stored.",
    reason:
      "Otherwise any caller who may create an object can forge an acknowledgement that others " +
      "trust because only controllers can write it.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestStatusSubresource",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy.go customResourceStrategy.PrepareForCreate",
      },
      { source: "kep-2527", at: "Summary: trusted acknowledgement" },
    ],
    rows: ["WR-14", "AL-03"],
  },
  "isolation.unknown-members-never-stored": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status write never stores fields that the kind does not define.",
    reason:
      "An undefined field is not validated, and takes on a meaning when a later version of the " +
      "kind defines it.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/pruning_test.go TestPruningStatus",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/status_strategy_test.go TestPrepareForUpdate",
      },
    ],
    rows: ["WR-23", "IS-11"],
    presumes: { unknownMembers: "dropped" },
  },
  "isolation.one-way-of-refusing": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "SHOULD" },
    statement:
      "All fields that a write may not change are treated in the same way, regardless of the " +
      "field and its position.",
    reason:
      "If some of these fields are rejected and others are silently dropped, a client that was " +
      "tested only with rejected fields loses data in the others.",
    sources: [
      { source: "graphql-status-contract", at: "Acceptance criteria" },
      { source: "client-status-api", at: "Replacing status" },
    ],
    rows: ["IS-04"],
    minimumInstances: 2,
  },
  "isolation.refused-write-changes-nothing": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A rejected write changes nothing in the stored object.",
    reason:
      "A client retries or abandons a rejected write. If part of the write was stored, that part " +
      "is applied twice, or stays without any client knowing.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/storage/etcd3/store.go GuaranteedUpdate" },
    ],
    rows: ["IS-18"],
  },
  "isolation.stored-spec-not-validated-again": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "A status write is accepted even if a schema that was tightened later rejects the stored " +
      "spec.",
    reason:
      "Otherwise a schema change blocks the controllers of all older objects, and they cannot " +
      "fix a spec that they are not permitted to write.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/validator.go ValidateStatusUpdate",
      },
      { source: "kubernetes/apiextensions-apiserver", at: "test/integration/ratcheting_test.go" },
      { source: "kubernetes/kubernetes", at: "issue 129506" },
    ],
    rows: ["IS-07"],
    features: ["kinds.runtime"],
  },
} as const satisfies Record<`isolation.${string}`, Requirement>;
