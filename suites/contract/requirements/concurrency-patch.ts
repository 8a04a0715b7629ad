import type { Requirement } from "../catalogue/requirement.ts";

export const concurrencyPatch = {
  "concurrency.stale-merge-patch-conflicts": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A merge patch to the status is rejected with a conflict if it specifies a stale version.",
    reason:
      "A server applies a patch to the newest object, and must still check that this object has " +
      "the version that the client specified.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/handlers/rest_test.go TestPatchResourceWithStaleVersionConflict",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/handlers/rest_test.go TestPatchResourceWithRacingVersionConflict",
      },
    ],
    rows: ["CC-07"],
    features: ["status.patch.merge"],
  },
  "concurrency.stale-json-patch-conflicts": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A JSON patch to the status is rejected with a conflict if it specifies a stale version.",
    reason:
      "JSON pointers address list entries by index. If the patch is applied to a later version of " +
      "the list, it changes the wrong entry.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/handlers/rest_test.go TestPatchResourceWithStaleVersionConflict",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/handlers/rest_test.go TestPatchResourceWithRacingVersionConflict",
      },
    ],
    rows: ["CC-07"],
    features: ["status.patch.json"],
  },
  "concurrency.stale-apply-conflicts": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "An apply to the status is rejected with a conflict if it specifies a stale version.",
    reason:
      "Ownership decides who may set a field, not whether the writer has read the latest " +
      "object. Without a version check, a controller cannot safely take over a field.",
    sources: [
      {
        source: "kubernetes/apimachinery",
        at: "pkg/util/managedfields/internal/structuredmerge.go structuredMergeManager.Apply",
      },
      { source: "kubernetes/apiserver", at: "pkg/registry/generic/registry/store.go Store.Update" },
    ],
    rows: ["CC-08"],
    features: ["status.apply"],
  },
} as const satisfies Record<`concurrency.${string}`, Requirement>;
