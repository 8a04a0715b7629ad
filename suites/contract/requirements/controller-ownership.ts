import type { Requirement } from "../catalogue/requirement.ts";

/** Which parts of an object a controller owns. */
export const controllerOwnership = {
  "controller.spec-untouched": {
    levels: { "controller/v1": "MUST" },
    statement: "A controller that reports a status never changes the spec of that object.",
    reason:
      "The spec is what a person asks for. A controller that edits it answers its own wishes, and the " +
      "author's next write takes them back.",
    sources: [
      { source: "graphql-status-contract", at: "controllers can update .status, not .spec" },
      { source: "client-status-api", at: "isolated access to the status" },
    ],
    rows: ["CT-09"],
  },
  "controller.authored-metadata-untouched": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller neither changes nor removes labels, annotations and finalizers that it did not set.",
    reason:
      "Selectors, tools and other controllers go by them. A value that reverts by itself is looked for " +
      "in every place but this one.",
    sources: [
      { source: "graphql-status-contract", at: "ownership boundary of desired state" },
      { source: "kubernetes/api-conventions", at: "Label, selector and annotation conventions" },
    ],
    rows: ["CT-09"],
  },
  "controller.foreign-fields-kept": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller neither reverts nor removes what another writer put into the status as its own.",
    reason:
      "A retry from an old copy, or a list of conditions written as a whole, silently erases what " +
      "another controller has reported, and that one does not know.",
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
    statement: "A condition is reported by one writer, and not by two in turn.",
    reason:
      "Two writers that disagree overwrite each other with each reconcile: the condition means nothing, " +
      "and neither of them comes to rest.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Typical status properties, conditions" },
    ],
    rows: ["CT-17"],
  },
} as const satisfies Record<`controller.${string}`, Requirement>;
