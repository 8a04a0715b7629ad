import type { Requirement } from "../catalogue/requirement.ts";

export const errors = {
  "errors.reasons-distinguishable": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "Conflict, not found, forbidden, unauthenticated and invalid are pairwise distinguishable.",
    reason:
      "Each of these errors requires a different reaction: read again, stop, request " +
      "permissions, sign in, or fix the input. A client that cannot distinguish them retries " +
      "forever or aborts too soon.",
    sources: [
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-011" },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-012" },
      { source: "kubernetes/apimachinery", at: "pkg/api/errors/errors.go" },
    ],
    rows: ["ER-05", "CC-22"],
  },
  "errors.machine-code": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "SHOULD" },
    statement: "Every rejection has a machine-readable code.",
    reason:
      "Without a code, clients match words in the message, and break when the wording changes.",
    sources: [
      {
        source: "gitstore",
        at: "specs/040-controller-watch-status-api/contracts/status-api.graphql Error signaling",
      },
      { source: "graphql-spec", at: "7.1.2 Errors" },
    ],
    rows: ["ER-11"],
  },
  "errors.stable-code": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "The same error always gets the same code.",
    reason:
      "If the code varies with load, timing or the order of checks, so does the client's reaction.",
    sources: [
      { source: "gitstore", at: "issue 178" },
      { source: "graphql-status-contract", at: "Scope: conflict and stale-write error model" },
    ],
    rows: ["CC-22", "IS-03"],
    minimumInstances: 2,
  },
  "errors.missing-object-not-found": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A write to an object that does not exist is rejected as not found.",
    reason:
      "A controller stops on not found and retries on all other errors. A server that creates " +
      "the object instead restores an object that a user has deleted.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/store_test.go TestStoreUpdate",
      },
      { source: "kubernetes/apimachinery", at: "pkg/api/errors/errors.go NewNotFound" },
    ],
    rows: ["PR-02", "DL-03"],
  },
  "errors.existing-name-already-exists": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "MUST" },
    statement:
      "A create request with the name of an existing object is rejected as already existing.",
    reason:
      "If the response to a create request was lost, only this code shows the client that its first " +
      "attempt succeeded.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/api/errors/errors.go NewAlreadyExists" },
    ],
    rows: ["ER-05"],
    presumes: { takenName: "refused" },
  },
  "errors.invalid-status-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status that violates the schema of its kind is rejected as invalid.",
    reason:
      "Readers of the status rely on its schema. A string where a number is expected breaks " +
      "every controller and dashboard that reads it.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestValidateOnlyStatus",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/validator.go ValidateStatusUpdate",
      },
    ],
    rows: ["IS-06", "IS-09"],
  },
  "errors.invalid-names-field": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement: "The rejection of an invalid write names every invalid field.",
    reason:
      "If each rejection names only one field, a controller author needs one release for each " +
      "error.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/api/errors/errors.go NewInvalid" },
      { source: "kubernetes/api-conventions", at: "Response Status Kind" },
    ],
    rows: ["ER-03", "IS-06", "IS-09", "IS-17"],
  },
  "errors.existence-before-version": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A write to a missing object is reported as not found, regardless of the version and " +
      "status that it contains.",
    reason:
      "Otherwise a controller whose object was deleted gets a conflict, reads, fails and " +
      "retries instead of stopping.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/store_test.go TestStoreUpdate",
      },
      { source: "kubernetes/apiserver", at: "pkg/storage/etcd3/store.go getCurrentState" },
    ],
    rows: ["PR-02", "DL-03"],
  },
  "errors.stale-and-invalid-order": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A write that is both stale and invalid is always rejected with the declared reason.",
    reason:
      "Retry loops react to the reason: after a conflict they read and retry, after invalid " +
      "input they stop. The reason must not vary at random.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/registry/generic/registry/store.go Store.Update" },
      { source: "gitstore", at: "issue 178" },
    ],
    rows: ["PR-04", "PR-06"],
  },
  "errors.duplicate-condition-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status with two conditions of the same type is rejected as invalid.",
    reason:
      "Readers look up a condition by its type and find one of the two, so whether an object is " +
      "ready depends on the list order.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/listtype_test.go TestListTypes",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/status_strategy_test.go TestStatusStrategyValidateUpdate",
      },
      { source: "kubernetes/api-conventions", at: "Typical status properties" },
    ],
    rows: ["IS-16", "CD-01"],
    features: ["status.conditions"],
  },
  "errors.ownership-conflict-distinguishable": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A field ownership conflict is distinguishable from a stale version.",
    reason:
      "Reading again fixes a stale version but not an ownership conflict. A client that " +
      "confuses them retries forever.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/api/errors/errors.go NewApplyConflict" },
      {
        source: "kubernetes/apimachinery",
        at: "pkg/util/managedfields/internal/conflict.go NewConflictError",
      },
    ],
    rows: ["ER-04", "SA-05"],
    features: ["status.apply"],
  },
  "errors.rate-limit-tells-delay": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A rejection for too many requests states how many seconds to wait before a retry.",
    reason:
      "Clients that have to guess the delay retry too early and all at once, and keep the " +
      "server at its limit.",
    sources: [
      { source: "kubernetes/api-conventions", at: "429" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/server/filters/priority-and-fairness.go tooManyRequests",
      },
    ],
    rows: ["ER-08"],
    features: ["rate-limit"],
  },
} as const satisfies Record<`errors.${string}`, Requirement>;
