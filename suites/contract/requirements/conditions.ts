import type { Requirement } from "../catalogue/requirement.ts";

/**
 * Covers only the form of conditions, which a server validates. When to write a condition is the responsibility of the
 * controller.
 */
export const conditions = {
  "conditions.status-is-three-valued": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "The status of a condition is one of the strings True, False and Unknown.",
    reason:
      "Readers compare strings. A boolean or a lowercase true is Unknown to one client and " +
      "fails to decode in another.",
    sources: [
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/validation/validation.go ValidateCondition",
      },
      { source: "kubernetes/api-conventions", at: "Typical status properties" },
    ],
    rows: ["CD-02"],
    features: ["status.conditions"],
  },
  "conditions.type-is-a-qualified-name": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Every condition has a type that is a qualified name.",
    reason:
      "The type is the key by which conditions are found and merged. A condition whose type " +
      "is missing or contains spaces cannot be selected on a command line or in a query.",
    sources: [
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/validation/validation.go ValidateCondition",
      },
    ],
    rows: ["CD-03"],
    features: ["status.conditions"],
  },
  "conditions.reason-is-a-word": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Every condition has a reason: a single word of at most 1024 characters.",
    reason:
      "Programs branch on the reason and alerts group by it. If it is missing or a sentence, " +
      "they have to parse the message.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/apis/meta/v1/types.go Condition" },
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/validation/validation.go ValidateCondition",
      },
    ],
    rows: ["CD-03"],
    features: ["status.conditions"],
  },
  "conditions.message-is-bounded": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "The message of a condition has at most 32768 characters.",
    reason:
      "If a controller writes a log into the message, every copy of the object, in every cache " +
      "and on every watch, becomes as large as the log.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/apis/meta/v1/types.go Condition" },
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/validation/validation.go ValidateCondition",
      },
    ],
    rows: ["CD-03"],
    features: ["status.conditions"],
  },
  "conditions.transition-time-is-an-instant": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Every condition states when its status last changed, as an RFC 3339 timestamp.",
    reason:
      "Timeouts and displayed ages are computed from this time. An invalid timestamp breaks " +
      "every reader, long after it was written.",
    sources: [
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/validation/validation.go ValidateCondition",
      },
    ],
    rows: ["CD-03"],
    features: ["status.conditions"],
  },
  "conditions.observed-generation-not-negative": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "The observed generation of a condition is not negative.",
    reason:
      "Generations start at 1. A negative number can only be a bug, and makes the condition " +
      "appear outdated forever.",
    sources: [
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/validation/validation.go ValidateCondition",
      },
    ],
    rows: ["CD-03"],
    features: ["status.conditions"],
  },
  "conditions.limits-are-within-bounds": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Conditions whose fields reach the limits of the common form are stored.",
    reason:
      "A server with stricter limits rejects status writes from controllers that work everywhere " +
      "else, and only when a message happens to be long.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/apis/meta/v1/types.go Condition" },
      { source: "kubernetes/api-conventions", at: "Typical status properties" },
    ],
    rows: ["CD-03", "CD-04"],
    features: ["status.conditions"],
  },
  "conditions.transition-time-stored-as-sent": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "The last transition time of a condition is stored as sent.",
    reason:
      "Only the controller knows when it observed the change. If the server sets the time " +
      "itself, or keeps the old time, readers cannot see when the change happened.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/status_strategy.go statusStrategy.PrepareForUpdate",
      },
      { source: "kubernetes/apimachinery", at: "pkg/api/meta/conditions.go SetStatusCondition" },
    ],
    rows: ["CD-06"],
    features: ["status.conditions"],
  },
} as const satisfies Record<`conditions.${string}`, Requirement>;
