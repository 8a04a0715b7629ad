import type { Requirement } from "../catalogue/requirement.ts";

export const concurrencyVersion = {
  "concurrency.version-changes-with-content": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Every stored change gives the object a new version.",
    reason:
      "If one version identifies two different states, preconditions and caches fail: a " +
      "writer can specify the current version without ever having read the current state.",
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
      "Otherwise a controller that repeats its status write receives an event for its own write, " +
      "writes again, and never stops.",
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
      "A watch delivers the versions of an object in ascending order, and no version is ever " +
      "reused.",
    reason:
      "A watcher resumes from the last version that it received. If a version is reused, the " +
      "watch resumes from the wrong position.",
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
