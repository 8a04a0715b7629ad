import type { Requirement } from "../catalogue/requirement.ts";

export const concurrencyOptional = {
  "concurrency.replacement-needs-version": {
    levels: { "kubernetes/v1": "MUST" },
    statement: "A status write that requires a version is rejected if it has no version.",
    reason:
      "A replacement defines the whole status. Without a version it erases what another " +
      "controller has reported since the object was read.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy.go customResourceStrategy.AllowUnconditionalUpdate",
      },
      { source: "kubernetes/apiserver", at: "pkg/registry/generic/registry/store.go Store.Update" },
    ],
    rows: ["CC-03"],
    presumes: { precondition: "required" },
  },
  "concurrency.versionless-writes-all-land": {
    levels: { "kubernetes/v1": "MUST" },
    statement:
      "Status writes that do not require a version never conflict if sent without one, however " +
      "many are sent concurrently.",
    reason:
      "A controller omits the version if its write does not depend on other changes. It has no " +
      "way to resolve a conflict on such a write.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/handlers/rest_test.go TestPatchResourceWithVersionConflict",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/store_tests.go RunTestGuaranteedUpdateWithConflict",
      },
    ],
    rows: ["CC-06"],
    presumes: { precondition: "optional" },
  },
  "concurrency.json-patch-tests-version": {
    levels: { "kubernetes/v1": "SHOULD" },
    statement: "A JSON patch that tests for a stale version is rejected.",
    reason:
      "Clients without support for preconditions guard a patch with a test operation. If the test " +
      "passes for a stale version, they overwrite changes that they have not read.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/handlers/patch.go jsonPatcher.applyJSPatch",
      },
      { source: "rfc-6902", at: "section 4.6" },
    ],
    rows: ["CC-09"],
    features: ["status.patch.json", "body.address"],
  },
  "concurrency.versions-are-comparable": {
    levels: { "kubernetes/v1": "MUST" },
    statement:
      "Versions are decimal numbers without leading zeros, and a later version of the same kind " +
      "is greater.",
    reason:
      "Caches and clients compare the numbers to see whether their copy is recent enough. If " +
      "the order is wrong, they wait forever or return to an older state.",
    sources: [
      {
        source: "kubernetes/enhancements",
        at: "keps/sig-api-machinery/5504-comparable-resource-version",
      },
      {
        source: "kubernetes/apimachinery",
        at: "pkg/util/resourceversion/resourceversion.go CompareResourceVersion",
      },
    ],
    rows: ["CC-19"],
  },
} as const satisfies Record<`concurrency.${string}`, Requirement>;
