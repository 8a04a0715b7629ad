import type { Requirement } from "../catalogue/requirement.ts";

export const apply = {
  "apply.conflict-without-force": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "An apply that would change a field that another manager owns is rejected with a conflict, unless it " +
      "is forced.",
    reason:
      "Two controllers report different values for one field. If each silently overwrites the " +
      "other, the status never settles, and the cause stays hidden.",
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
      "For every conflicting field, a field ownership conflict contains a cause that names the " +
      "field and its manager.",
    reason:
      "A person has to decide which controller reports the field. If the conflict does not name " +
      "the manager and the field, they have to search all controllers.",
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
    statement:
      "A forced apply stores its values and takes ownership of the fields from their managers.",
    reason:
      "If the former manager still counts as an owner of the field, the new owner's next apply " +
      "conflicts, and every later apply has to be forced.",
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
    statement: "Managers that apply the same value to a field own it jointly, without a conflict.",
    reason:
      "Replicas of a controller nearly always apply the same values. If equal values conflict, " +
      "replicas cannot run concurrently; if only one replica becomes the owner, the others lose " +
      "the value when the owner removes it.",
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
    statement: "An apply removes the fields that its manager exclusively owned and now omits.",
    reason:
      "A manager removes a field by omitting it. If the field stays, it has no owner, " +
      "and no manager ever removes it.",
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
    statement:
      "When a manager's apply omits a field that other managers also own, the field stays and " +
      "only the others own it.",
    reason:
      "The other manager still reports the value. If the field is removed when the first " +
      "manager omits it, a current value is lost.",
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
    statement:
      "Applied conditions are merged by type: conditions of other managers stay unchanged.",
    reason:
      "Several controllers report conditions in the same list. If the list is treated as a " +
      "single value, each write erases the conditions of all other controllers.",
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
    statement: "A status write other than an apply is never rejected because of field ownership.",
    reason:
      "Controllers that do not use apply cannot force a write. A single apply by another client " +
      "would lock them out of the status permanently.",
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
    statement: "A status write other than an apply takes ownership of the fields that it changes.",
    reason:
      "If the former owner keeps ownership, its next apply overwrites the newer value instead " +
      "of failing with a conflict.",
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
    statement:
      "Field ownership in the status is recorded separately from field ownership in the rest of " +
      "the object.",
    reason:
      "An apply of the status omits the spec. If a manager had one record for both, each status " +
      "write would remove the spec fields that the same manager applied earlier.",
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
    // Kubernetes releases before 1.35 violate this rule for custom resources with several versions.
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "SHOULD" },
    statement:
      "A status write, through any mutation and any API version, does not take ownership of spec " +
      "fields from their managers.",
    reason:
      "Otherwise the author who applied the spec no longer owns it. Fields that the author's " +
      "next apply omits stay, and other managers can change the remaining fields without a " +
      "conflict.",
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
    // Kubernetes releases before 1.36 violate this rule for custom resources.
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "SHOULD" },
    statement:
      "A status write does not take ownership of a label from its managers unless it stores a " +
      "different value for the label.",
    reason:
      "Otherwise the author who applied the label loses its ownership: the label stays when the " +
      "author's next apply omits it, and its recorded owner is a controller that never wrote it.",
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
