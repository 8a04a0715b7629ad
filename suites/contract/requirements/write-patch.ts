import type { Requirement } from "../catalogue/requirement.ts";

export const writePatch = {
  "write.replace-removes-omitted-members": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A replacement of the status removes the stored fields that it omits.",
    reason:
      "A replacement states the whole status. If an omitted field stays, it is a value that no " +
      "client maintains.",
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
    statement: "A merge patch changes only the fields that it contains, at every depth.",
    reason:
      "If a patch of one nested field replaces the enclosing object, it erases what other " +
      "clients reported there.",
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
      "If null is stored or ignored, a client that uses merge patches has no way to remove a " +
      "field.",
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
    statement: "A list in a merge patch replaces the entire stored list.",
    reason:
      "A merge patch cannot address a single list entry. If the server merges lists by its own " +
      "rule, entries can never be removed.",
    sources: [
      { source: "kubernetes/api-conventions", at: "PATCH operations" },
      { source: "rfc-7386", at: "section 1" },
    ],
    rows: ["WR-07"],
    features: ["status.patch.merge"],
  },
  "write.merge-patch-creates-parents": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement: "A merge patch creates the parent objects of the field that it sets.",
    reason:
      "The first status write for a new object is sent before the object has a status. If the " +
      "server rejects this write, every controller needs a special first write.",
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
    statement: "A JSON patch may use the operations add, remove, replace, move, copy and test.",
    reason:
      "Patches are computed by libraries, which choose the operations. A server that lacks an " +
      "operation rejects some patches and accepts others.",
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
    statement: "The operations of a JSON patch are applied in order, all of them or none.",
    reason:
      "A partly applied patch stores a status that no client intended: if a test fails, the " +
      "operations before it must not take effect.",
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
    statement: "A JSON patch with a failing test or an unreachable path is rejected as invalid.",
    reason:
      "A test operation is the client's own precondition. If a failed test is ignored, the " +
      "change is applied to a state that it was not meant for.",
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
    statement: "A JSON patch that adds a field to a missing parent object is rejected.",
    reason:
      "RFC 6902 requires this error, and clients rely on it to detect that the object has " +
      "changed since the patch was computed.",
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
    statement: "A JSON patch that is not a list of known operations is rejected as invalid.",
    reason:
      "A server that skips unknown operations reports success for a change that it has not " +
      "made.",
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
    statement: "A replacement with an object that has no status removes the stored status.",
    reason:
      "A replacement removes what it omits. If the status stays, clients that only support " +
      "replacements can never remove it.",
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
