import type { Requirement } from "../catalogue/requirement.ts";

export const allocation = {
  "allocation.survives-other-writes": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A value that is stored only in the status is not changed by writes to other parts of the object.",
    reason:
      "An allocated address is recorded only in the status. If the record is lost or " +
      "overwritten, two owners can get the same address.",
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
      "A caller who may only write the spec cannot create, change or remove an acknowledgement " +
      "with any verb.",
    reason:
      "Other systems route traffic to the acknowledged address. A user who can set it can take " +
      "over someone else's traffic.",
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
      "A status can report a request as granted, denied or withdrawn without any change to the " +
      "request.",
    reason:
      "If a denial can only be reported by changing the request, the original request is lost, " +
      "and the next reconcile grants something else.",
    sources: [
      { source: "kep-2527", at: "Part 1: examples of acknowledged requests" },
      { source: "kubernetes/api-conventions", at: "When to use a status field" },
    ],
    rows: ["AL-04"],
  },
  "allocation.answer-belongs-to-its-generation": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement: "No state of an object pairs a response with the generation of a different request.",
    reason:
      "Consumers trust a response whose observed generation is current. If the response and the " +
      "generation change in separate writes, consumers read the old address as the response to " +
      "the new request.",
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
      "An allocation is rejected with a conflict if another allocator has already decided or the " +
      "request has changed.",
    reason:
      "If two allocators both succeed, the object has two addresses, and one of them is never " +
      "released.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Sequencing operations" },
      { source: "kubernetes/apiserver", at: "pkg/registry/generic/registry/store.go Store.Update" },
    ],
    rows: ["AL-06"],
  },
  "allocation.binding-leaves-holder-alone": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "A write to an object that is bound to another object by name does not change the other " +
      "object.",
    reason:
      "The objects are separate so that their writers are independent. If each binding changes " +
      "the version of the bound object, the writers conflict again.",
    sources: [
      { source: "kep-2527", at: "Part 2: a second object in place of a status" },
      { source: "kubernetes/api-conventions", at: "When to use a different type" },
    ],
    rows: ["AL-09"],
  },
  "allocation.ownership-is-advisory": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A caller who may write the status of a kind may write all of its fields, including " +
      "fields that another manager has set.",
    reason:
      "The permission covers the whole status. A server that adds per-field permissions locks " +
      "out the controller that has to repair another controller's status.",
    sources: [
      { source: "kep-2527", at: "Drawbacks: access to status is all or nothing" },
      { source: "kubernetes/api-conventions", at: "Spec and Status" },
    ],
    rows: ["AL-10"],
    features: ["field-manager"],
  },
} as const satisfies Record<`allocation.${string}`, Requirement>;
