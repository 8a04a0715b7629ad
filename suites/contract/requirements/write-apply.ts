import type { Requirement } from "../catalogue/requirement.ts";

/** Status writes with a field manager, in particular applies. */
export const writeApply = {
  "write.apply-works-for-every-kind": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Every kind with a status subresource accepts an apply of its status.",
    reason:
      "Controllers that share a status by field ownership cannot fall back on another form of " +
      "write for one kind without losing that ownership.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "test/integration/apiserver/apply/status_test.go TestApplyStatus (01aa0f3f)",
      },
      { source: "client-status-api", at: "Patching status" },
    ],
    rows: ["WR-13"],
    features: ["status.apply"],
  },
  "write.apply-needs-manager": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "An apply without a field manager is refused as invalid.",
    reason:
      "Ownership needs an owner. Applies without a name would all share one, and overwrite each " +
      "other without a conflict.",
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
      "An apply to the status of a missing object is refused as not found and creates nothing.",
    reason:
      "A controller whose object was deleted meanwhile would bring it back to life, without a " +
      "spec and without the permission to create.",
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
    statement: "A request to force field ownership is refused with any other form of patch.",
    reason:
      "Accepted and without effect, it lets the writer believe that it has taken over fields " +
      "which it does not own.",
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
      "A status write is attributed to the field manager that it names, as a write of status.",
    reason:
      "It is impossible to find out which of several controllers reported a wrong value, and later " +
      "applies miss the conflict with it.",
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
    statement: "A status write cannot edit or reset the record of the field managers.",
    reason:
      "A writer that can erase the record takes fields from their owners without a conflict, " +
      "and leaves no trace.",
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
      "The name of a field manager is refused as invalid if it has more than 128 characters or " +
      "unprintable ones.",
    reason:
      "A name that is cut or cleaned by the server is another name: the manager no longer finds " +
      "the fields that it owns.",
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
