import type { Requirement } from "../catalogue/requirement.ts";

export const writeApply = {
  "write.apply-works-for-every-kind": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Every kind with a status subresource accepts an apply of its status.",
    reason:
      "Controllers that share a status by field ownership cannot use another form of write for " +
      "a single kind without losing that ownership.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "test/integration/apiserver/apply/status_test.go TestApplyStatus (01aa0f3f)",
      },
      { source: "client-status-api", at: "Patching status" },
    ],
    rows: ["WR-13"],
    features: ["status.apply"],
    demands: "status.apply",
  },
  "write.apply-needs-manager": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "An apply without a field manager is rejected as invalid.",
    reason:
      "Applies without a manager name would all share one owner, and overwrite each other " +
      "without a conflict.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "test/integration/apiserver/apply/apply_test.go TestApplyRequiresFieldManager",
      },
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/validation/validation.go ValidatePatchOptions",
      },
    ],
    rows: ["ER-09", "SA-03"],
    features: ["status.apply"],
  },
  "write.apply-never-creates": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "An apply to the status of a missing object is rejected as not found and creates nothing.",
    reason:
      "Otherwise a controller whose object was just deleted recreates it, without a spec and " +
      "without permission to create.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/etcd.go StatusREST.Update",
      },
    ],
    rows: ["AZ-08", "SA-11"],
    features: ["status.apply"],
  },
  "write.force-belongs-to-apply": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "An option to force field ownership is rejected for every patch type other than apply.",
    reason:
      "If the option is accepted and ignored, the client assumes that it owns fields that it " +
      "does not own.",
    sources: [
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/validation/validation.go ValidatePatchOptions",
      },
    ],
    rows: ["ER-09", "SA-12"],
    features: ["status.apply", "status.patch.merge"],
  },
  "write.manager-is-recorded": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A status write is recorded under the field manager that it specifies, as a write to the " +
      "status.",
    reason:
      "Otherwise it is impossible to find out which controller reported a wrong value, and later " +
      "applies overwrite the value without a conflict.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "test/integration/apiserver/apply/apply_test.go TestDroppingSubresourceFromSpecField",
      },
      { source: "kubernetes/apiserver", at: "pkg/endpoints/handlers/create.go managerOrUserAgent" },
    ],
    rows: ["WR-13", "WR-21"],
    features: ["field-manager"],
  },
  "write.managers-not-writable": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status write cannot edit or reset the recorded field managers.",
    reason:
      "A client that can erase the record takes fields from their owners without a conflict and " +
      "without a trace.",
    sources: [
      {
        source: "kubernetes/apimachinery",
        at: "pkg/util/managedfields/fieldmanager_test.go TestUpdateViaSubresources",
      },
      {
        source: "kubernetes/apimachinery",
        at: "pkg/util/managedfields/internal/fieldmanager.go decodeLiveOrNew",
      },
    ],
    rows: ["SA-04", "WR-22"],
    features: ["field-manager"],
  },
  "write.invalid-manager-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A field manager name with more than 128 characters or with unprintable characters is " +
      "rejected as invalid.",
    reason:
      "If the server truncates or sanitizes the name, the manager no longer finds the fields " +
      "that it owns.",
    sources: [
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/validation/validation.go ValidateFieldManager",
      },
    ],
    rows: ["ER-09", "OP-04"],
    features: ["field-manager"],
  },
} as const satisfies Record<`write.${string}`, Requirement>;
