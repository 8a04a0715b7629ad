import type { Requirement } from "../catalogue/requirement.ts";

/** Options of status writes, and default statuses. */
export const writeOptions = {
  "write.strict-validation-refuses-unknown-members": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "Under strict field validation, a status write with an unknown or duplicate field is " +
      "refused, and the refusal names the field.",
    reason:
      "Otherwise a misspelled field is dropped silently, and its author believes for " +
      "months that it reports something.",
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
      "Under warning field validation, a status write with unknown fields is accepted without " +
      "them, with one warning for each.",
    reason:
      "Without the warning, this mode equals the ignoring one, and the writer never learns that a part of the " +
      "report was dropped.",
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
      "Under ignoring field validation, a status write with unknown fields is accepted without " +
      "them and without a warning.",
    reason:
      "A newer controller asks for this mode to talk to an older server. If it is refused " +
      "there, it cannot report at all.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/endpoints/apiserver_test.go TestFieldValidation" },
    ],
    rows: ["IS-13"],
    features: ["field-validation"],
  },
  "write.unknown-validation-mode-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A field validation mode that the target does not know is refused as invalid.",
    reason:
      "A misspelt mode that falls back to the lenient default switches validation off for a " +
      "writer that asked for it.",
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
    reason: "The one promise of a dry run is that it can be made in production.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/dryrun_test.go TestDryRunUpdateDoesntUpdate",
      },
    ],
    rows: ["CC-14", "OP-01"],
    features: ["dry-run"],
  },
  "write.dry-run-is-decided-like-the-write": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A dry run of a status write is accepted, or refused for the same reason, as the same " +
      "write without dry run would be.",
    reason:
      "A trial that skips authorization, version or validation promises a success that the " +
      "real write will not have.",
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
    statement:
      "The reply to a status write that is only tried is the object as the write would leave it.",
    reason:
      "A trial that answers with the stored object shows nothing of what the write would do, " +
      "and that was the question.",
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
    statement: "The reply to a status write that is only tried carries the current version.",
    reason:
      "A version that was never stored is no precondition: a real write that names it " +
      "is refused as stale.",
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
      "The default of a status is visible in the reply to the creation, in reads and lists, and " +
      "on the ADDED event.",
    reason:
      "A reader that meets the object before its controller takes a missing observed generation " +
      "for readiness.",
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
    statement: "The default of a status field appears only once there is a status.",
    reason:
      "A status that consists of field defaults looks like a first report although no " +
      "controller has seen the object.",
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
    statement: "After the first status write nothing comes back from the default of the status.",
    reason:
      "A default that fills up later reports mixes a made-up observed generation into what the " +
      "controller reported.",
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
      "Under strict field validation, a status write is also refused for an unknown field in the part that is dropped.",
    reason:
      "Strict validation is requested to find misspelled fields. That one of them would have been dropped " +
      "anyway makes it no less misspelled.",
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
