import type { Requirement } from "../catalogue/requirement.ts";

/** Spec/status isolation: what a write of one side must not do to the other. */
export const isolation = {
  "isolation.status-write-never-changes-spec": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "No status write, accepted or refused, ever changes the stored spec.",
    reason:
      "A controller that writes back an old copy reverts what the user asked for in the " +
      "meantime, and the user is not informed.",
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
    statement: "No status write, accepted or refused, ever changes author-owned metadata.",
    reason:
      "Labels select objects, finalizers guard their deletion. A controller that may only write " +
      "status would gain power over both.",
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
    statement: "A status write that carries a spec is refused.",
    reason:
      "The writer has mistaken the operation. If the spec is dropped in silence, it takes " +
      "success for a change that was never made.",
    sources: [
      { source: "graphql-status-contract", at: "Acceptance criteria" },
      { source: "gitstore", at: "issue 166" },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-010" },
    ],
    rows: ["IS-03"],
  },
  "isolation.metadata-in-status-write-is-rejected": {
    levels: { "graphql-status/v1": "MUST" },
    statement: "A status write that carries author-owned metadata is refused.",
    reason:
      "Labels that vanish from an accepted write are among the most reported surprises with " +
      "status writes; a refusal informs the writer immediately.",
    sources: [
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-010" },
      { source: "gitstore", at: "issue 177" },
      { source: "kubernetes/kubernetes", at: "issue 92022" },
    ],
    rows: ["IS-03"],
  },
  "isolation.spec-write-never-changes-status": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "No write of spec or metadata ever changes the stored status.",
    reason:
      "A user who saves an object read a minute ago would erase or forge what controllers " +
      "reported, such as an address that is already in use.",
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
    statement: "A spec write that carries a status is refused.",
    reason: "A client that believes it has reported something goes on as if others could see it.",
    sources: [
      { source: "graphql-status-contract", at: "Scope: status-only write boundaries" },
      { source: "kubernetes/api-conventions", at: "Spec and Status" },
    ],
    rows: ["IS-04"],
  },
  "isolation.create-never-stores-status": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status submitted with a creation is never stored.",
    reason:
      "Any caller who may create an object could forge the acknowledgement that others trust because " +
      "only controllers can give it.",
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
    statement: "Fields that the kind does not define are never stored by a status write.",
    reason:
      "An undefined field escapes validation today and takes on a meaning when a later version " +
      "of the kind defines it.",
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
      "Fields that a write may not change are all treated in one way, regardless of the field " +
      "and its place.",
    reason:
      "If one spelling is refused and another is dropped in silence, a client that was tested " +
      "with the first loses data with the second.",
    sources: [
      { source: "graphql-status-contract", at: "Acceptance criteria" },
      { source: "client-status-api", at: "Replacing status" },
    ],
    rows: ["IS-04"],
    minimumInstances: 2,
  },
  "isolation.refused-write-changes-nothing": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A refused write changes nothing in the stored object.",
    reason:
      "The caller retries or abandons what was refused. A part that was stored nevertheless is " +
      "then there twice, or there unknown to everyone.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/storage/etcd3/store.go GuaranteedUpdate" },
    ],
    rows: ["IS-18"],
  },
  "isolation.stored-spec-not-validated-again": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "A status write is accepted although a schema that was tightened later no longer admits " +
      "the stored spec.",
    reason:
      "Otherwise one change of schema silences the controllers of all older objects, which " +
      "cannot fix a spec that they must not write.",
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
