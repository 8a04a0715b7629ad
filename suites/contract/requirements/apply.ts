import type { Requirement } from "../catalogue/requirement.ts";

/** Field ownership, and conflicts of applies. */
export const apply = {
  "apply.conflict-without-force": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "An apply that would change a field of another manager is refused as a conflict, unless it " +
      "is forced.",
    reason:
      "Two controllers report different values for one field. If each overwrites the other " +
      "silently, the status never settles and the cause stays hidden.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/apply_test.go TestApplyBasic",
      },
      {
        source: "kubernetes/kubernetes",
        at: "test/integration/apiserver/apply/apply_test.go TestApplyUpdateApplyConflictForced",
      },
      { source: "client-status-api", at: "Patching status" },
    ],
    rows: ["SA-05"],
    features: ["status.apply"],
  },
  "apply.conflict-names-manager-and-field": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A conflict of field ownership has a cause for every field, which names the field and its " +
      "manager.",
    reason:
      "A person has to decide who reports the field. Without both names, the decision " +
      "starts with a search through all controllers.",
    sources: [
      {
        source: "kubernetes/apimachinery",
        at: "pkg/util/managedfields/internal/conflict.go NewConflictError",
      },
    ],
    rows: ["SA-05"],
    features: ["status.apply"],
  },
  "apply.force-takes-fields": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A forced apply stores its values and takes the fields from their managers.",
    reason:
      "A manager that keeps what it has lost blocks the new owner at its next report, and force " +
      "becomes the only way to write at all.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "test/integration/apiserver/apply/apply_test.go TestApplyUpdateApplyConflictForced",
      },
      { source: "client-status-api", at: "Patching status" },
    ],
    rows: ["SA-06"],
    features: ["status.apply"],
  },
  "apply.equal-values-are-shared": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Managers that apply the same value to a field own it together, without a conflict.",
    reason:
      "Replicas of a controller agree with each other nearly always. If agreement is a conflict " +
      "they cannot run side by side; if it leaves one owner, the others lose their report with it.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "test/integration/apiserver/apply/apply_test.go TestApplyAlsoCreates",
      },
    ],
    rows: ["SA-07"],
    features: ["status.apply"],
  },
  "apply.removes-omitted-fields": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "An apply removes what its manager applied before, now omits, and exclusively owned.",
    reason:
      "Omitting a field is how an apply withdraws a report. A field that stays has no " +
      "owner, and is reported forever.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "test/integration/apiserver/apply/apply_test.go TestApplyRemoveContainerPort",
      },
      {
        source: "kubernetes/apimachinery",
        at: "pkg/util/managedfields/internal/structuredmerge.go structuredMergeManager.Apply",
      },
    ],
    rows: ["SA-08"],
    features: ["status.apply"],
  },
  "apply.keeps-shared-fields": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A field that one of its managers omits stays, and belongs only to the others.",
    reason:
      "The other manager still vouches for the value. If it goes with the first one that steps " +
      "back, a report disappears that another manager has just made.",
    sources: [
      {
        source: "kubernetes/apimachinery",
        at: "pkg/util/managedfields/internal/structuredmerge.go structuredMergeManager.Apply",
      },
    ],
    rows: ["SA-08"],
    features: ["status.apply"],
  },
  "apply.conditions-merge-by-type": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Applied conditions are merged by type: those of other managers stay as they are.",
    reason:
      "Each controller reports conditions of its own into one list. If a list is taken as a " +
      "whole, the last one to report erases what all others reported.",
    sources: [
      {
        source: "kubernetes/enhancements",
        at: "keps/sig-api-machinery/555-server-side-apply Lists",
      },
      { source: "kubernetes/api-conventions", at: "Typical status properties" },
      { source: "client-status-api", at: "Patching status" },
    ],
    rows: ["SA-09"],
    features: ["status.apply", "status.conditions"],
  },
  "apply.other-writes-never-conflict": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status write of any form but apply is not refused for the ownership of fields.",
    reason:
      "Controllers that know nothing of ownership cannot force anything. One apply would lock " +
      "them out of the status for good.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/apply_test.go TestApplyBasic",
      },
    ],
    rows: ["SA-10"],
    features: ["status.apply"],
  },
  "apply.other-writes-take-fields": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A status write of any form but apply takes the fields that it changes from their managers.",
    reason:
      "The former owner still believes that its value stands. Its next apply overwrites the " +
      "newer report, where a conflict should have been returned.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/apply_test.go TestApplyBasic",
      },
      {
        source: "kubernetes/kubernetes",
        at: "test/integration/apiserver/apply/apply_test.go TestApplyUpdateApplyConflictForced",
      },
    ],
    rows: ["SA-10"],
    features: ["status.apply"],
  },
  "apply.ownership-is-per-side": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "What a manager owns in the status is kept apart from what it owns in the object.",
    reason:
      "An apply of the status omits the spec. A manager with a single record would withdraw " +
      "with every report what it once wrote as an author.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "test/integration/apiserver/apply/apply_test.go TestDroppingSubresourceField",
      },
      {
        source: "kubernetes/kubernetes",
        at: "test/integration/apiserver/apply/reset_fields_test.go TestApplyResetFields",
      },
      {
        source: "kubernetes/enhancements",
        at: "keps/sig-api-machinery/555-server-side-apply Status Wiping Problem",
      },
    ],
    rows: ["SA-01", "SA-02"],
    features: ["status.apply", "field-manager"],
  },
  "apply.status-write-takes-no-spec": {
    since: "2026-12",
    // Kubernetes releases before 1.35 break it for custom resources in several versions.
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "SHOULD" },
    statement:
      "A status write, through any mutation and any version of the API, takes no field of the spec " +
      "from its managers.",
    reason:
      "The author who applied the spec no longer owns it. A field that the next apply omits " +
      "stays, and another manager can change the rest without a conflict.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "issue 133704 and pull request 134216",
      },
      {
        source: "kubernetes/kubernetes",
        at: "test/integration/apiserver/apply/reset_fields_test.go TestApplyResetFields",
      },
      {
        source: "kubernetes/enhancements",
        at: "keps/sig-api-machinery/555-server-side-apply Status Wiping Problem",
      },
    ],
    rows: ["SA-02"],
    features: ["field-manager"],
  },
  "apply.status-write-takes-no-metadata": {
    since: "2026-12",
    // Kubernetes releases before 1.36 break it for custom resources.
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "SHOULD" },
    statement:
      "A status write takes no label from its managers, unless it stores another value for it.",
    reason:
      "The author who applied the label no longer owns it. It stays when the next apply omits it, " +
      "and the controller is recorded as its owner, although it has never written it.",
    sources: [
      { source: "kubernetes/kubernetes", at: "pull request 137689" },
      {
        source: "kubernetes/enhancements",
        at: "keps/sig-api-machinery/555-server-side-apply Status Wiping Problem",
      },
    ],
    rows: ["SA-02"],
    features: ["field-manager", "labels.write"],
  },
} as const satisfies Record<`apply.${string}`, Requirement>;
