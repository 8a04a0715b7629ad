import type { Requirement } from "../catalogue/requirement.ts";

export const kinds = {
  "kinds.served-once-defined": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A kind that is defined while the server runs is served immediately, including its status and " +
      "watches.",
    reason:
      "Installers define a kind and immediately create its first object. If the server needs a " +
      "restart or a pause in between, installations fail randomly.",
    sources: [
      { source: "graphql-status-contract", at: "Scope: core and custom kinds" },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestSubresourcesDiscovery",
      },
    ],
    rows: ["WR-24"],
    features: ["kinds.runtime"],
  },
  "kinds.objects-go-with-definition": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "When the definition of a kind is deleted, its objects are deleted, each with a DELETED " +
      "event, and the kind is no longer served.",
    reason:
      "Otherwise the remaining objects can be neither read nor deleted, and reappear when a " +
      "kind with the same name is defined.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/apiserver/customresource_handler.go crdHandler.ServeHTTP",
      },
    ],
    rows: ["WR-24"],
    features: ["kinds.runtime", "delete", "watch"],
  },
  "kinds.plain-status-is-stored": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A kind without a status subresource stores a status like any other field, on create and " +
      "on update.",
    reason:
      "A kind without a status subresource has no other way to store a status. If the status is " +
      "dropped, it is lost although the write succeeded.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy.go customResourceStrategy.PrepareForCreate",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy.go customResourceStrategy.PrepareForUpdate",
      },
    ],
    rows: ["NS-02"],
    features: ["kinds.runtime", "kinds.withoutStatus"],
  },
  "kinds.plain-status-is-validated": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "The status of a kind without a status subresource is validated against the schema of the " +
      "kind.",
    reason:
      "If only the spec is validated, the status may contain a string where readers expect a " +
      "number.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy.go customResourceStrategy.PrepareForUpdate",
      },
    ],
    rows: ["NS-02"],
    features: ["kinds.runtime", "kinds.withoutStatus"],
  },
  "kinds.status-outlives-its-separation": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "When a kind gets a status subresource, stored statuses stay, and authors can no longer " +
      "write them.",
    reason:
      "Isolation applies to stored objects too. If the statuses are erased, every controller of " +
      "the kind starts over; if authors can still write them, there is no isolation.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy.go customResourceStrategy.PrepareForUpdate",
      },
    ],
    rows: ["NS-03"],
    features: ["kinds.runtime", "kinds.withoutStatus"],
  },
  "kinds.missing-status-is-told-apart": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "A status write to a kind without a status subresource is rejected with a different code " +
      "than a status write to a missing object.",
    reason:
      "A controller drops a missing object and continues. If a kind without a status gets the " +
      "same code, the bug in the controller stays hidden.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/apiserver/customresource_handler.go crdHandler.ServeHTTP",
      },
      {
        source: "gitstore",
        at: "specs/040-controller-watch-status-api/contracts/status-api.graphql updateResourceStatus",
      },
    ],
    rows: ["NS-01", "NS-05"],
    features: ["kinds.withoutStatus"],
  },
} as const satisfies Record<`kinds.${string}`, Requirement>;
