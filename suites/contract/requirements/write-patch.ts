import type { Requirement } from "../catalogue/requirement.ts";

/** Status writes by replacement, merge patch and JSON patch. */
export const writePatch = {
  "write.replace-removes-omitted-members": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A replacement of the status removes the stored fields that it omits.",
    reason:
      "The writer of a replacement states the whole status. A field that survives the omission " +
      "is a report that no writer maintains any more.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/status_strategy.go statusStrategy.PrepareForUpdate",
      },
      { source: "kubernetes/api-conventions", at: "Spec and Status" },
    ],
    rows: ["WR-05"],
    features: ["status.replace"],
  },
  "write.merge-patch-keeps-unmentioned-members": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A merge patch changes the fields that it mentions and no others, at every depth.",
    reason:
      "A patch of one nested field that replaces the object around it erases what other " +
      "writers reported next to it.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestSubresourcePatch",
      },
      { source: "rfc-7386", at: "section 2" },
    ],
    rows: ["WR-07"],
    features: ["status.patch.merge"],
  },
  "write.merge-patch-null-removes-member": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A field that is null in a merge patch is removed.",
    reason:
      "A null that is stored or ignored leaves the writer of a merge patch no way to withdraw a " +
      "report.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/handlers/patch.go jsonPatcher.applyJSPatch",
      },
      { source: "rfc-7386", at: "section 2" },
    ],
    rows: ["WR-07"],
    features: ["status.patch.merge"],
  },
  "write.merge-patch-replaces-lists": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A list in a merge patch replaces the stored list as a whole.",
    reason:
      "Merge patches have no way to name a list entry. A server that merges lists by its own " +
      "rule makes entries impossible to remove.",
    sources: [
      { source: "kubernetes/api-conventions", at: "PATCH operations" },
      { source: "rfc-7386", at: "section 1" },
    ],
    rows: ["WR-07"],
    features: ["status.patch.merge"],
  },
  "write.merge-patch-creates-parents": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement: "A merge patch creates the objects that lead to the field it sets.",
    reason:
      "The first report on a fresh object comes before there is a status. A server that refuses " +
      "it needs a special first write from every controller.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/handlers/patch.go jsonPatcher.applyJSPatch",
      },
      { source: "rfc-7386", at: "section 2" },
    ],
    rows: ["WR-10"],
    features: ["status.patch.merge"],
  },
  "write.json-patch-supports-every-operation": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A JSON patch may use add, remove, replace, move, copy and test.",
    reason:
      "Patches are computed by libraries, which choose the operations. A server without one of " +
      "them refuses some diffs and accepts others.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "test/e2e/apimachinery/custom_resource_definition.go (04791b49)",
      },
      { source: "rfc-6902", at: "section 4" },
      { source: "client-status-api", at: "Patching status" },
    ],
    rows: ["WR-08"],
    features: ["status.patch.json"],
  },
  "write.json-patch-is-all-or-nothing": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "The operations of a JSON patch take effect in order, all of them or none.",
    reason:
      "Half of a patch is a status that was never intended: the test that should have guarded the " +
      "change comes too late for the operations before it.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/handlers/patch.go jsonPatcher.applyJSPatch",
      },
      { source: "rfc-6902", at: "section 5" },
    ],
    rows: ["WR-08"],
    features: ["status.patch.json"],
  },
  "write.json-patch-failure-is-invalid": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A JSON patch with a failing test or an unreachable path is refused as invalid.",
    reason:
      "A failed test is the writer's own precondition. If it is accepted, the guarded change is " +
      "made against a state for which it was not meant.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/handlers/patch.go jsonPatcher.applyJSPatch",
      },
      {
        source: "kubernetes/apimachinery",
        at: "pkg/api/errors/errors.go NewGenericServerResponse",
      },
      { source: "rfc-6902", at: "section 4.6" },
    ],
    rows: ["WR-08", "WR-09"],
    features: ["status.patch.json"],
  },
  "write.json-patch-creates-no-parents": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement: "A JSON patch that adds a field to an absent object is refused.",
    reason:
      "The standard asks for it, and clients rely on it to notice that the object is not in the " +
      "state from which they computed the patch.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/handlers/patch.go jsonPatcher.applyJSPatch",
      },
      { source: "rfc-6902", at: "section 4.1" },
    ],
    rows: ["WR-10"],
    features: ["status.patch.json"],
  },
  "write.malformed-json-patch-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "SHOULD" },
    statement: "A JSON patch that is not a list of known operations is refused as invalid.",
    reason:
      "A server that skips what it does not understand answers success to a change that it has " +
      "not made.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/handlers/patch_test.go TestValidateAndTranscodePatch",
      },
      { source: "rfc-6902", at: "section 3" },
    ],
    rows: ["WR-11"],
    features: ["status.patch.json"],
  },
  "write.replacement-without-status-removes-it": {
    levels: { "kubernetes/v1": "MUST" },
    statement: "A replacement by an object without a status removes the stored status.",
    reason:
      "What is absent from a replacement is to be absent afterwards. A status that stays can never be " +
      "taken back by the clients that only know how to replace.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/status_strategy_test.go TestPrepareForUpdate",
      },
    ],
    rows: ["WR-06"],
    features: ["status.replace", "body.address"],
  },
} as const satisfies Record<`write.${string}`, Requirement>;
