import type { Requirement } from "../catalogue/requirement.ts";

export const writeOptions = {
  "write.strict-validation-refuses-unknown-members": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "With strict field validation, a status write with an unknown or duplicate field is " +
      "rejected, and the error names the field.",
    reason:
      "Otherwise a misspelled field is silently dropped, and the author of the controller may " +
      "not notice for months.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/endpoints/apiserver_test.go TestFieldValidation" },
      { source: "kubernetes/enhancements", at: "keps/sig-api-machinery/2885" },
    ],
    rows: ["IS-12"],
    features: ["field-validation"],
  },
  "write.warning-validation-tells-unknown-members": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "With field validation set to warn, a status write with unknown fields is accepted without " +
      "them, with one warning for each field.",
    reason:
      "Without the warning, this mode is the same as ignore, and the client does not learn that " +
      "part of its status was dropped.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/endpoints/apiserver_test.go TestFieldValidation" },
      { source: "kubernetes/apiserver", at: "pkg/endpoints/handlers/rest.go fieldValidation" },
    ],
    rows: ["IS-13"],
    features: ["field-validation"],
  },
  "write.ignoring-validation-drops-unknown-members": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "With field validation set to ignore, a status write with unknown fields is accepted " +
      "without them and without a warning.",
    reason:
      "A newer controller uses this mode to write to an older server. If the write is rejected, " +
      "the controller cannot report at all.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/endpoints/apiserver_test.go TestFieldValidation" },
    ],
    rows: ["IS-13"],
    features: ["field-validation"],
  },
  "write.unknown-validation-mode-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "An unrecognized value for field validation is rejected as invalid.",
    reason:
      "If a misspelled mode falls back to the lenient default, validation is off for a client " +
      "that requested it.",
    sources: [
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/validation/validation.go ValidateFieldValidation",
      },
      { source: "kubernetes/apiserver", at: "pkg/endpoints/handlers/update.go UpdateResource" },
    ],
    rows: ["IS-14"],
    features: ["field-validation"],
  },
  "write.dry-run-stores-nothing": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A dry run of a status write changes nothing in the stored object, not even its " +
      "version.",
    reason: "Clients use dry run in production because it changes nothing.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/dryrun_test.go TestDryRunUpdateDoesntUpdate",
      },
    ],
    rows: ["CC-14", "OP-01"],
    features: ["dry-run"],
  },
  "write.dry-run-of-spec-stores-nothing": {
    since: "2026-12",
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A dry run of a creation or of a spec write creates or changes no object, not even a " +
      "version or a generation.",
    reason:
      "A generation that a dry run increments has no spec change behind it: the status looks " +
      "outdated until the controller has processed a change that never happened.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/dryrun_test.go TestDryRunCreateDoesntCreate",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/dryrun_test.go TestDryRunUpdateDoesntUpdate",
      },
    ],
    rows: ["OP-01"],
    features: ["dry-run"],
  },
  "write.dry-run-is-decided-like-the-write": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A dry run of a status write is accepted, or rejected for the same reason, exactly as the " +
      "write without dry run would be.",
    reason:
      "A dry run that skips authorization, the version check or validation succeeds where " +
      "the real write would fail.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/dryrun_test.go TestDryRunUpdatePreconditions",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/dryrun_test.go TestDryRunUpdateMissingObjectFails",
      },
    ],
    rows: ["OP-01"],
    features: ["dry-run"],
  },
  "write.dry-run-returns-the-result": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A dry run of a status write returns the object as the write would store it.",
    reason:
      "A dry run exists to show what the write would do. Returning the stored object does not " +
      "show it.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/dryrun_test.go TestDryRunUpdateReturnsObject",
      },
    ],
    rows: ["OP-01"],
    features: ["dry-run"],
  },
  "write.dry-run-takes-no-version": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement: "A dry run of a status write returns the current version.",
    reason:
      "A version that was never stored is useless as a precondition: a real write that specifies " +
      "it is rejected as stale.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/dryrun_test.go TestDryRunUpdateReturnsObject",
      },
    ],
    rows: ["OP-02"],
    features: ["dry-run"],
  },
  "write.status-default-is-visible": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "The default status is visible in the response to the create request, in reads and lists, " +
      "and in the ADDED event.",
    reason:
      "A client that reads the object before its controller has written a status treats a " +
      "missing observed generation as ready.",
    sources: [
      { source: "kstatus-race", at: "default of -1 for status.observedGeneration" },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/defaulting_test.go testDefaulting",
      },
    ],
    rows: ["GN-06"],
    features: ["status.default"],
  },
  "write.member-default-creates-no-status": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement: "The default of a status field is applied only if the object has a status.",
    reason:
      "A status that consists only of field defaults looks like a controller's first status " +
      "write, although no controller has observed the object.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/defaulting_test.go testDefaulting",
      },
    ],
    rows: ["GN-07"],
    features: ["status.default", "kinds.runtime"],
  },
  "write.status-default-ends-with-first-write": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement: "After the first status write, no part of the default status reappears.",
    reason:
      "A default that fills in fields missing from later status writes can add an observed " +
      "generation that the controller never reported.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/defaulting_test.go testDefaulting",
      },
      { source: "kstatus-race", at: "default of -1 for status.observedGeneration" },
    ],
    rows: ["GN-08"],
    presumes: { statusDefault: "replaced" },
    features: ["status.default"],
  },
  "write.strict-validation-covers-ignored-members": {
    levels: { "kubernetes/v1": "SHOULD" },
    statement:
      "With strict field validation, a status write is rejected even if its unknown field is in a " +
      "part that is dropped.",
    reason:
      "Clients request strict validation to find misspelled fields. A misspelled field in a " +
      "dropped part is just as wrong.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/endpoints/handlers/update.go UpdateResource" },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/apiserver/customresource_handler.go schemaCoercingDecoder.Decode",
      },
    ],
    rows: ["IS-15"],
    features: ["field-validation"],
    presumes: { crossWrite: "ignored", unknownMembers: "dropped" },
  },
} as const satisfies Record<`write.${string}`, Requirement>;
