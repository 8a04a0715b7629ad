import type { Requirement } from "../catalogue/requirement.ts";

export const controllerOwnership = {
  "controller.spec-untouched": {
    levels: { "controller/v1": "MUST" },
    statement: "A controller that reports a status never changes the spec of that object.",
    reason:
      "The spec states what its author wants. A controller that edits it reacts to its own " +
      "changes, and the author's next write reverts them.",
    sources: [
      { source: "graphql-status-contract", at: "controllers can update .status, not .spec" },
      { source: "client-status-api", at: "isolated access to the status" },
    ],
    rows: ["CT-09"],
  },
  "controller.authored-metadata-untouched": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller does not change or remove labels, annotations or finalizers that it did not " +
      "set.",
    reason:
      "Selectors, tools and other controllers depend on this metadata. If a value keeps " +
      "reverting, the cause is hard to find.",
    sources: [
      { source: "graphql-status-contract", at: "ownership boundary of desired state" },
      { source: "kubernetes/api-conventions", at: "Label, selector and annotation conventions" },
    ],
    rows: ["CT-09"],
  },
  "controller.foreign-fields-kept": {
    levels: { "controller/v1": "MUST" },
    statement: "A controller does not revert or remove status fields that another client owns.",
    reason:
      "A retry from a stale copy, or a write of the whole list of conditions, silently erases " +
      "what another controller has reported, and the other controller is not notified.",
    sources: [
      {
        source: "deferred-flush",
        at: "conflict retry: refetch before the staged changes are re-applied",
      },
      { source: "kubernetes/enhancements", at: "KEP-555: merge of lists by key" },
    ],
    rows: ["CT-05", "CT-17"],
  },
  "controller.one-writer-per-condition": {
    levels: { "controller/v1": "SHOULD" },
    statement: "Two clients do not take turns writing the same condition.",
    reason:
      "Two writers that disagree overwrite each other in every reconcile: the condition is " +
      "meaningless, and neither of them stops.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Typical status properties, conditions" },
    ],
    rows: ["CT-17"],
  },
} as const satisfies Record<`controller.${string}`, Requirement>;
