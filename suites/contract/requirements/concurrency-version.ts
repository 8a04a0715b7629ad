import type { Requirement } from "../catalogue/requirement.ts";

/** When an object gets a new version, and the guarantees of versions. */
export const concurrencyVersion = {
  "concurrency.version-changes-with-content": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Every stored change gives the object a new version.",
    reason:
      "Two contents under one version defeat every precondition and every cache: the writer " +
      "proves to know a state that it has never seen.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Concurrency Control and Consistency" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/store_tests.go RunTestGuaranteedUpdate",
      },
    ],
    rows: ["CC-14"],
  },
  "concurrency.no-op-keeps-version": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A write that changes nothing succeeds and keeps the version.",
    reason:
      "A controller that repeats its report would wake itself by its own event, write again, " +
      "and never come to rest.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestSubresourcePatch",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/store_test.go TestNoOpUpdates",
      },
      { source: "deferred-flush", at: "review: a flush without a change" },
    ],
    rows: ["CC-14", "CC-15"],
  },
  "concurrency.versions-advance": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "Later versions of an object are delivered later on a watch, and none is ever reused.",
    reason:
      "A watcher keeps the last version as its place in the stream. A version that comes again " +
      "sends it back to a place that it never was at.",
    sources: [
      {
        source: "graphql-status-contract",
        at: "Implementation notes: incremented resourceVersion",
      },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md Key Entities" },
      { source: "gitstore", at: "issue 137" },
    ],
    rows: ["CC-20", "WA-04"],
    features: ["watch"],
  },
} as const satisfies Record<`concurrency.${string}`, Requirement>;
