import type { Requirement } from "../catalogue/requirement.ts";

export const readiness = {
  "readiness.never-current-unobserved": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "An object whose initial status has an observed generation of -1 never appears ready before " +
      "its controller has observed it.",
    reason:
      "Deployment tools continue as soon as an object appears ready. A single state without a " +
      "status, or with the status of an earlier spec, lets them continue before any work was " +
      "done.",
    sources: [
      { source: "kstatus-race", at: "the resource is ready before the first reconciliation" },
      {
        source: "cli-utils/kstatus",
        at: "pkg/kstatus/status/generic.go checkGeneration",
      },
      { source: "cli-utils/kstatus", at: "pkg/kstatus/status/status.go Compute" },
    ],
    rows: ["KS-02", "KS-06", "KS-09"],
    features: ["status.default", "generation", "watch"],
    minimumInstances: 2,
  },
  "readiness.same-for-every-reader": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "The readiness computed from a submitted status is the same in the response, in reads and " +
      "lists, and in the event.",
    reason:
      "Readiness depends on the order of conditions, a missing observed generation and unknown " +
      "values. If a server normalizes them only in some responses, two readers of one object " +
      "disagree.",
    sources: [
      {
        source: "cli-utils/kstatus",
        at: "pkg/kstatus/status/generic.go checkGenericProperties",
      },
      { source: "cli-utils/kstatus", at: "pkg/kstatus/status/status.go checkReadyCondition" },
    ],
    rows: ["KS-03", "KS-04", "KS-05"],
    features: ["status.conditions", "generation"],
    presumes: { lists: "replaced" },
    minimumInstances: 4,
  },
  "readiness.observed-generation-is-an-integer": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "The observed generation is returned as an integer in responses, reads, lists and events.",
    reason:
      "Clients compare the observed generation with the generation. A string or a fraction " +
      "makes the comparison false or raises an error.",
    sources: [{ source: "cli-utils/kstatus", at: "pkg/kstatus/status/generic.go checkGeneration" }],
    rows: ["KS-08"],
    features: ["generation"],
  },
} as const satisfies Record<`readiness.${string}`, Requirement>;
