import type { Requirement } from "../catalogue/requirement.ts";

/** The content of errors, and their precedence. */
export const errors = {
  "errors.reasons-distinguishable": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "Conflict, not found, forbidden, unauthenticated and invalid are pairwise distinguishable.",
    reason:
      "Each needs a different reaction: read again, stop, request permissions, sign in, fix the " +
      "input. A client that cannot distinguish them retries forever or aborts too soon.",
    sources: [
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-011" },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-012" },
      { source: "kubernetes/apimachinery", at: "pkg/api/errors/errors.go" },
    ],
    rows: ["ER-05", "CC-22"],
  },
  "errors.machine-code": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "SHOULD" },
    statement: "Every refusal carries a machine-readable code.",
    reason:
      "Without a code clients match words of the message, and break when the wording is improved.",
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
    statement: "The same mistake gets the same code every time.",
    reason:
      "A code that depends on chance, load or the order of two checks makes the client's " +
      "reaction a matter of chance as well.",
    sources: [
      { source: "gitstore", at: "issue 178" },
      { source: "graphql-status-contract", at: "Scope: conflict and stale-write error model" },
    ],
    rows: ["CC-22", "IS-03"],
    minimumInstances: 2,
  },
  "errors.missing-object-not-found": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A write to an object that does not exist is refused as not found.",
    reason:
      "A controller stops on not found and retries on everything else. A write that creates " +
      "instead brings back what a user has deleted.",
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
    statement: "A creation under a taken name is refused as already existing.",
    reason:
      "A client that retries a creation after a lost reply learns only from this code that the " +
      "first attempt has succeeded.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/api/errors/errors.go NewAlreadyExists" },
    ],
    rows: ["ER-05"],
    presumes: { takenName: "refused" },
  },
  "errors.invalid-status-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status that violates the kind's shape is refused as invalid.",
    reason:
      "Readers of the status rely on its shape. A text where a number belongs stops every " +
      "controller and dashboard that meets it.",
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
    statement: "A refusal as invalid names every invalid field.",
    reason:
      "The author of a controller who learns of one fault at a time needs one release for each.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/api/errors/errors.go NewInvalid" },
      { source: "kubernetes/api-conventions", at: "Response Status Kind" },
    ],
    rows: ["ER-03", "IS-06", "IS-09", "IS-17"],
  },
  "errors.existence-before-version": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A missing object is reported as such, whatever version and status the write carries.",
    reason:
      "A controller whose object was deleted would read a conflict, fetch, fail and try again " +
      "instead of letting go.",
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
    statement: "A write that is both stale and invalid is refused in the declared way, every time.",
    reason:
      "Retry loops react to the reason: on a conflict they read and try again, on an invalid " +
      "input they stop. The reason must not depend on chance.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/registry/generic/registry/store.go Store.Update" },
      { source: "gitstore", at: "issue 178" },
    ],
    rows: ["PR-04", "PR-06"],
  },
  "errors.duplicate-condition-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status with two conditions of one type is refused as invalid.",
    reason:
      "Readers look a condition up by its type and find one of the two: whether an object is " +
      "ready depends on the order of a list.",
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
    statement: "A conflict of field ownership is distinguishable from a stale version.",
    reason:
      "A stale version is fixed by reading again, a conflict of ownership is not: a client " +
      "that confuses the two retries forever.",
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
    statement: "A refusal for too many requests states after how many seconds to retry.",
    reason:
      "Clients that have to guess come back too early, all at once, and keep the server at its " +
      "limit.",
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
