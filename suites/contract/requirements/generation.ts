import type { Requirement } from "../catalogue/requirement.ts";

export const generation = {
  "generation.starts-at-one": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A new object has generation 1.",
    reason:
      "An observed generation of 0 means that the object has not been observed yet. With " +
      "generation 0, a new object would appear as already observed.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestGeneration",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy.go customResourceStrategy.PrepareForCreate",
      },
    ],
    rows: ["GN-01"],
    features: ["generation"],
  },
  "generation.counts-spec-changes": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A change to the spec increases the generation by exactly one.",
    reason:
      "If a change leaves the generation unchanged, the old status appears to describe the new spec, " +
      "although no controller has observed it.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestGeneration",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy_test.go TestStrategyPrepareForUpdate",
      },
    ],
    rows: ["GN-02"],
    features: ["generation"],
    minimumInstances: 2,
  },
  "generation.ignores-status-writes": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status write leaves the generation unchanged.",
    reason:
      "Otherwise a controller never catches up: each status write for a generation creates a new " +
      "generation.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestGeneration",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/etcd_test.go TestGenerationNumber",
      },
    ],
    rows: ["GN-02", "WR-20"],
    features: ["generation"],
  },
  "generation.ignores-metadata-writes": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A change that only affects metadata leaves the generation unchanged.",
    reason:
      "Otherwise a new label makes the status outdated and triggers work although the spec has " +
      "not changed.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy_test.go TestStrategyPrepareForUpdate",
      },
    ],
    rows: ["GN-02"],
    features: ["generation", "labels.write"],
  },
  "generation.ignores-no-op-writes": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A spec write that changes nothing leaves the generation unchanged.",
    reason:
      "Otherwise a tool that applies the same spec every minute keeps the status outdated " +
      "forever.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy_test.go TestStrategyPrepareForUpdate",
      },
    ],
    rows: ["GN-02"],
    features: ["generation"],
  },
  "generation.not-writable": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Clients cannot set the generation.",
    reason:
      "A client that can reset the generation can make an old status appear to describe a new " +
      "request.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestGeneration",
      },
      { source: "kubernetes/apiserver", at: "pkg/registry/rest/update.go BeforeUpdate" },
    ],
    rows: ["GN-01", "GN-02"],
    features: ["generation"],
  },
  "generation.observed-stored-as-sent": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "The observed generation of a status is stored as sent.",
    reason:
      "Only the controller knows which generation it has observed. A server that sets the " +
      "current generation itself makes every status appear up to date.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/status_strategy.go statusStrategy.PrepareForUpdate",
      },
      { source: "kstatus-race", at: "observedGeneration equal to generation" },
    ],
    rows: ["GN-05"],
    features: ["generation", "status.observedGeneration"],
  },
  "generation.counts-requested-deletion": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement: "A request to delete an object that has finalizers increases the generation.",
    reason:
      "A deletion is a change to the desired state. Without a new generation, the old status " +
      "would appear to describe the deletion.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/store.go markAsDeleting",
      },
      { source: "kubernetes/apiserver", at: "pkg/registry/rest/delete.go BeforeDelete" },
    ],
    rows: ["GN-03", "DL-08"],
    features: ["generation", "delete", "finalizers"],
  },
  "generation.counts-plain-status": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "For a kind without a status subresource, a change to the status increases the generation " +
      "by exactly one.",
    reason:
      "For a kind without a status subresource, the status is content that the author writes. " +
      "Clients that compare generations miss a change that leaves the generation unchanged.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy_test.go TestStrategyPrepareForUpdate",
      },
    ],
    rows: ["GN-04"],
    features: ["generation", "kinds.runtime", "kinds.withoutStatus"],
  },
} as const satisfies Record<`generation.${string}`, Requirement>;
