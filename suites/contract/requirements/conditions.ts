import type { Requirement } from "../catalogue/requirement.ts";

/**
 * The Kubernetes form of conditions, as validated by the server; when to write them is the controller's responsibility.
 */
export const conditions = {
  "conditions.status-is-three-valued": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "The status of a condition is the text True, False or Unknown, and nothing else.",
    reason:
      "Readers compare texts. A boolean, or true in lower case, is taken for Unknown by one " +
      "client and stops the decoder of the next.",
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
    statement: "Every condition has a type, which is a qualified name.",
    reason:
      "The type is the key by which conditions are found and merged. One that is missing or " +
      "holds spaces cannot be named on a command line or in a query.",
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
    statement: "Every condition has a reason, which is one word of at most 1024 characters.",
    reason:
      "Programs branch on the reason and alerts group by it. A sentence, or nothing, leaves them " +
      "the message to parse.",
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
      "A controller that pastes a log into the message makes every copy of the object, in every " +
      "cache and on every watch, as large as the log.",
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
      "Time-outs and the age that people are shown are counted from it. A text that is no " +
      "instant fails in each reader anew, long after it was written.",
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
    statement: "The observed generation of a condition is 0 or more.",
    reason:
      "A condition that was judged before the first generation was judged on nothing. The number " +
      "can only be a mistake, and it reads as out of date for ever.",
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
    statement: "Conditions that go to the limits of the common form, and not beyond, are stored.",
    reason:
      "A server that is stricter than the form refuses the reports of controllers that run " +
      "everywhere else, and only on the day when a message grows long.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/apis/meta/v1/types.go Condition" },
      { source: "kubernetes/api-conventions", at: "Typical status properties" },
    ],
    rows: ["CD-03", "CD-04"],
    features: ["status.conditions"],
  },
  "conditions.transition-time-stored-as-sent": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "The time of the last transition is stored as it was sent.",
    reason:
      "Only the controller knows when it saw the change. A server that fills in its own clock, " +
      "or keeps the old time, shows when it was written instead of when it happened.",
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
