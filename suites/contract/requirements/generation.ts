import type { Requirement } from "../catalogue/requirement.ts";

/** The generation and the observed generation. */
export const generation = {
  "generation.starts-at-one": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A new object has generation 1.",
    reason:
      "A status whose observed generation is 0 must read as not yet looked at. An object that " +
      "starts elsewhere breaks that comparison.",
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
    statement: "A change of the spec increases the generation by exactly one.",
    reason:
      "A change that does not count is taken for answered: the old status vouches for a spec " +
      "that no controller has seen.",
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
    statement: "A status write keeps the generation.",
    reason:
      "A controller could never catch up: each report of the generation it has seen would make " +
      "a newer one.",
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
    statement: "A change that only affects metadata keeps the generation.",
    reason:
      "A new label would make every object look unanswered, and set off work although nothing " +
      "was asked for.",
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
    statement: "A spec write that changes nothing keeps the generation.",
    reason:
      "Tools that apply the same spec every minute would keep every object unanswered for ever.",
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
      "A client that can set it back makes an old status pass for an answer to a new request.",
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
      "Only the controller knows which generation it has looked at. A server that fills in the " +
      "current one calls every report up to date.",
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
    statement:
      "The request to delete an object that waits for finalizers increases the generation.",
    reason:
      "That the object is to go is asked for like everything else. A status of the old generation " +
      "would read as an answer to it.",
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
      "A change of the status of a kind without a status subresource increases the generation " +
      "by exactly one.",
    reason:
      "There the status is content that its author writes. A change that does not count is " +
      "missed by everyone who compares generations.",
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
