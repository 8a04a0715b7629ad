import type { Requirement } from "../catalogue/requirement.ts";

/** Kinds that are defined, changed or removed at run time, and kinds whose status is plain content. */
export const kinds = {
  "kinds.served-once-defined": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A kind that is defined while the server runs is served at once, its status and its watch " +
      "included.",
    reason:
      "Installers define a kind and create the first object in the next breath. If that needs a " +
      "restart or a pause, every installation fails by chance.",
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
      "With the definition of a kind its objects are deleted, each by a DELETED event, and its " +
      "service ends.",
    reason:
      "Objects that stay behind can neither be read nor deleted, and come back to life when " +
      "a kind of the same name is defined.",
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
      "A kind without a status subresource stores a status like any other field, on creation " +
      "and on update.",
    reason:
      "The kind has no other way to take a status. What is dropped there is lost, although the writer " +
      "gets a success.",
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
    statement: "A status that is plain content is validated against the schema of its kind.",
    reason:
      "A schema that guards only one side of an object allows a string where every reader " +
      "expects a number.",
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
      "Isolation applies to what is already stored. If it erases the statuses, every controller of the " +
      "kind starts over; if authors can still write them, there is no isolation.",
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
      "A status write to a kind without a status subresource is refused with another code than " +
      "one to a missing object.",
    reason:
      "A controller forgets a missing object and continues. If it gets the same reply for a kind that it " +
      "can never report on, its own mistake stays hidden.",
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
