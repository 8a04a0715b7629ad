import type { SurveyRowId } from "../catalogue/survey-rows.ts";

/**
 * Survey rows without a requirement, and why. Every other row is in the `rows` of a requirement. For rows that concern
 * only Kubernetes, `surveyFindings` describes the behavior of an API server.
 */
export const notCarried: Readonly<Partial<Record<SurveyRowId, string>>> = {
  "WR-04":
    "Kubernetes only, where the status can be read at its own endpoint; responses to status writes already show the whole object.",
  "WR-12": "Kubernetes only: patch media types, which the driver always sends correctly.",
  "WR-18": "A MAY for individual built-in kinds.",
  "WR-25": "Kubernetes only: HTTP methods for which the driver has no command.",
  "IS-08":
    "Kubernetes only: CEL rules over the whole object, which depend on the definition of a kind.",
  "IS-10": "Kubernetes only: the HTTP status codes of built-in kinds.",
  "CC-04": "A MAY for individual built-in kinds.",
  "CC-16": "Kubernetes only: timestamps in managedFields, which have a resolution of one second.",
  "CC-17": "A MAY, not a requirement.",
  "CC-18":
    "A MAY, not a requirement: a target that assigns a new version to a no-op write declares " +
    "this in its semantics.",
  "ER-01":
    "Kubernetes only: the body of an HTTP error; errors.machine-code covers the part that clients need.",
  "ER-02": "Kubernetes only: HTTP status codes; errors.stable-code covers their equivalent.",
  "PR-03":
    "Kubernetes only, and only for replacements; a patch of a missing object is rejected as not " +
    "found.",
  "AZ-04":
    "Kubernetes only: permissions per HTTP method; the suite always grants update and patch " +
    "together.",
  "AZ-07": "Kubernetes only: the message and details of an HTTP error.",
  "WA-10":
    "Kubernetes only: expiry as an HTTP status code or an ERROR event, which the driver treats as equal.",
  "WA-11": "Kubernetes only: an ERROR event, after which the driver closes the stream.",
  "WA-24":
    "Requires a version ahead of the server. Versions are opaque, so no check can construct " +
    "such a version.",
  "AL-08": "Concerns documentation; a recorded history cannot violate such a rule.",
  "DL-05": "Kubernetes only: a consequence of patches without a precondition.",
  "SA-13":
    "Kubernetes only: an apply rejects unknown fields at every validation level, with a code known to be wrong.",
  "SA-14": "Kubernetes only: objects without managedFields, which no check can create.",
  "OP-03": "Kubernetes only: values of an option; the driver always sends the same value.",
  "CT-14":
    "Concerns client libraries: the in-memory copy after the response has been decoded into it.",
  "CT-15": "Concerns client libraries, not targets or controllers.",
  "OP-05": "Concerns client libraries, not targets.",
};
