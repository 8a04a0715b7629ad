import type { Requirement } from "../catalogue/requirement.ts";

/** Preconditions for evaluating readiness by the rules of kstatus. */
export const readiness = {
  "readiness.never-current-unobserved": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "An object whose status starts with an observed generation of -1 reads as ready in no " +
      "state before its controller has observed it.",
    reason:
      "Deployment tools go on as soon as an object reads as ready. One state without a status, " +
      "or with an old one for a new spec, and they go on before any work was done.",
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
      "The readiness that follows from a submitted status also follows from the reply, from " +
      "reads and lists, and from the event.",
    reason:
      "The order of conditions, an absent observed generation and an unknown status all decide. " +
      "A server that tidies them up makes two readers of one object disagree.",
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
      "An observed generation comes back as an integer, in replies, reads, lists and events.",
    reason:
      "It is compared with the generation. A text or a fraction makes the comparison fail, or " +
      "ends in an error in place of a decision.",
    sources: [{ source: "cli-utils/kstatus", at: "pkg/kstatus/status/generic.go checkGeneration" }],
    rows: ["KS-08"],
    features: ["generation"],
  },
} as const satisfies Record<`readiness.${string}`, Requirement>;
