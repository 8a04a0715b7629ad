import type { Requirement } from "../catalogue/requirement.ts";

/** Preconditions of patches. */
export const concurrencyPatch = {
  "concurrency.stale-merge-patch-conflicts": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A merge patch of the status that names a stale version is refused as a conflict.",
    reason:
      "A server that applies a patch to the newest object must not forget on the way that its " +
      "writer asked for another one.",
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
    statement: "A JSON patch of the status that names a stale version is refused as a conflict.",
    reason:
      "Paths into lists count positions. Applied to a later list, the patch changes an entry " +
      "for which it was not meant.",
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
    statement: "An apply of the status that names a stale version is refused as a conflict.",
    reason:
      "Ownership settles who may set a field, not whether the writer has seen the object. " +
      "Without the version there is no safe way to take a field over.",
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
