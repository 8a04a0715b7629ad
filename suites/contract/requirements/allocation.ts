import type { Requirement } from "../catalogue/requirement.ts";

/** Requests in the spec that the status acknowledges. */
export const allocation = {
  "allocation.survives-other-writes": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A value that only the status knows stays as it is through every write of anything else.",
    reason:
      "An address that was handed out can be read nowhere else. Once it is lost or made up anew, " +
      "it is given to a second owner.",
    sources: [
      { source: "kep-2527", at: "Summary: status is as durable as spec" },
      { source: "kubernetes/api-conventions", at: "Representing Allocated Values" },
    ],
    rows: ["AL-01"],
    minimumInstances: 2,
  },
  "allocation.author-cannot-forge": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A caller who may only write the spec can neither create, change nor remove an acknowledgement, " +
      "by any verb.",
    reason:
      "Others route traffic to the acknowledged address. If its user can set it, the user can " +
      "take over someone else's traffic.",
    sources: [
      { source: "kep-2527", at: "Summary: trusted acknowledgement" },
      { source: "kubernetes/kubernetes", at: "issue 97076" },
    ],
    rows: ["AL-03"],
    minimumInstances: 2,
  },
  "allocation.answers-are-told-apart": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "A granted request, a refused one and one that is withdrawn can be reported, and the " +
      "request stays as it was.",
    reason:
      "If a refusal can only be reported by changing the request, it is no longer known what was " +
      "requested, and the next round grants something else.",
    sources: [
      { source: "kep-2527", at: "Part 1: examples of acknowledged requests" },
      { source: "kubernetes/api-conventions", at: "When to use a status field" },
    ],
    rows: ["AL-04"],
  },
  "allocation.answer-belongs-to-its-generation": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "In no state of an object does an answer stand next to the generation of a request that it " +
      "does not answer.",
    reason:
      "Consumers trust an answer whose observed generation is current. If the two change in " +
      "different states, they take the old address for the new request.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Typical status properties" },
      { source: "kep-2527", at: "Part 1: examples of acknowledged requests" },
    ],
    rows: ["AL-05"],
    features: ["generation", "status.observedGeneration", "watch"],
  },
  "allocation.decision-is-guarded": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "An allocation is refused as a conflict once a rival has decided or the request has changed.",
    reason:
      "Two allocators that both succeed have given one object two addresses, and one of them is " +
      "never given back.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Sequencing operations" },
      { source: "kubernetes/apiserver", at: "pkg/registry/generic/registry/store.go Store.Update" },
    ],
    rows: ["AL-06"],
  },
  "allocation.binding-leaves-holder-alone": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "Writing an object that is bound to another by its name changes nothing in the other.",
    reason:
      "The pattern with two objects keeps the writers apart. If each binding moves the version " +
      "of its holder, the writers are in each other's way again.",
    sources: [
      { source: "kep-2527", at: "Part 2: a second object in place of a status" },
      { source: "kubernetes/api-conventions", at: "When to use a different type" },
    ],
    rows: ["AL-09"],
  },
  "allocation.ownership-is-advisory": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A caller who may write the status of a kind may write each of its fields, including those that " +
      "another manager has set.",
    reason:
      "The permission is for the whole status. A server that adds permissions per field locks out the " +
      "controller that has to repair what another one left behind.",
    sources: [
      { source: "kep-2527", at: "Drawbacks: access to status is all or nothing" },
      { source: "kubernetes/api-conventions", at: "Spec and Status" },
    ],
    rows: ["AL-10"],
    features: ["field-manager"],
  },
} as const satisfies Record<`allocation.${string}`, Requirement>;
