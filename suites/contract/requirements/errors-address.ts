import type { Requirement } from "../catalogue/requirement.ts";

export const errorsAddress = {
  "errors.body-matches-address": {
    levels: { "kubernetes/v1": "MUST" },
    statement:
      "A write whose body has a different name or namespace than the request URL is rejected as " +
      "invalid.",
    reason:
      "Either the body or the URL is wrong. A server that trusts either one may write to " +
      "an object that the client did not intend.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/apiserver_test.go TestUpdateRequiresMatchingName",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/apiserver_test.go TestUpdatePreventsMismatchedNamespace",
      },
    ],
    rows: ["ER-06"],
    features: ["body.address"],
  },
  "errors.unserved-api-version-refused": {
    levels: { "kubernetes/v1": "SHOULD" },
    statement:
      "A status write whose body specifies an API version that is not served is rejected as invalid " +
      "and erases nothing.",
    reason:
      "The server cannot decode a body of another API version with the schema of the kind. If " +
      "it accepts the body anyway, it finds no status in the body and erases the stored status.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/apiserver_test.go TestUpdateChecksAPIVersion",
      },
    ],
    rows: ["ER-07"],
    features: ["body.address"],
  },
  "errors.options-before-existence": {
    levels: { "kubernetes/v1": "MUST" },
    statement:
      "A write with an invalid option is rejected as invalid, whether or not its object exists.",
    reason:
      "The error is in the client. If the server reports a missing object instead, the client " +
      "waits for the object when it should fix its options.",
    sources: [
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/validation/validation.go ValidatePatchOptions",
      },
      { source: "kubernetes/apiserver", at: "pkg/endpoints/handlers/patch.go PatchResource" },
    ],
    rows: ["ER-09"],
    features: ["field-manager"],
  },
  "errors.patch-before-version": {
    levels: { "kubernetes/v1": "SHOULD" },
    statement:
      "A patch that cannot be applied and specifies a stale version is rejected as invalid, not as a " +
      "conflict.",
    reason:
      "A conflict asks the client to retry with another version. This patch fails at every " +
      "version, so a client that gets a conflict retries it forever.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/endpoints/handlers/patch.go patcher.applyPatch" },
    ],
    rows: ["PR-05"],
    features: ["status.patch.json", "body.address"],
  },
} as const satisfies Record<`errors.${string}`, Requirement>;
