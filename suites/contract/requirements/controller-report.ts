import type { Requirement } from "../catalogue/requirement.ts";

export const controllerReport = {
  "controller.transition-time-stays-without-flip": {
    levels: { "controller/v1": "MUST" },
    statement:
      "The transition time of a condition does not change unless the status of the condition " +
      "changes.",
    reason:
      "A time that changes in every reconcile makes each status differ from the previous " +
      "status: the most common cause of a hot loop. It also hides when the condition last " +
      "changed.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/api/meta/conditions.go SetStatusCondition" },
    ],
    rows: ["CD-05", "CT-10"],
  },
  "controller.transition-time-moves-on-flip": {
    levels: { "controller/v1": "MUST" },
    statement:
      "The transition time of a condition changes when the status of the condition changes.",
    reason:
      "A transition time earlier than the change hides when the object broke and for how long it " +
      "was broken.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/api/meta/conditions.go SetStatusCondition" },
    ],
    rows: ["CD-05"],
  },
  "controller.conditions-unique-by-type": {
    levels: { "controller/v1": "MUST" },
    statement: "A controller reports at most one condition of each type.",
    reason:
      "Some readers use the first condition of a type, others the last, so two readers of one " +
      "object see different states.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Typical status properties, conditions" },
    ],
    rows: ["CT-17"],
  },
  "controller.conditions-stay": {
    levels: { "controller/v1": "SHOULD" },
    statement:
      "A condition that a controller has reported both as True and as not True stays in the " +
      "status, and so do Ready and Available; other conditions may be removed when the spec changes.",
    reason:
      "A missing condition is neither true nor false. A reader that waits for the condition " +
      "cannot distinguish a failed reconcile from one that never ran.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Typical status properties, conditions" },
    ],
    rows: ["CD-08"],
  },
  "controller.not-ready-before-observed": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller does not store a status that makes its object appear ready before the " +
      "controller has reported it as ready.",
    reason:
      "A status with the current generation but without a Ready condition counts as ready. " +
      "Deployment tools then continue before any work was done.",
    sources: [
      { source: "kstatus-race", at: "observedGeneration is set before the conditions" },
      { source: "cli-utils/kstatus", at: "pkg/kstatus/status/status.go Compute" },
    ],
    rows: ["KS-07"],
    features: ["generation", "status.conditions"],
  },
  "controller.acknowledges-current-request": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A status with an observed generation acknowledges the request of that generation, not an " +
      "older request.",
    reason:
      "The acknowledgement is the only response to a request. An acknowledgement of an earlier " +
      "request grants something that is no longer requested.",
    sources: [
      { source: "kep-2527", at: "Part 1, examples: ACK and NAK of a requested value" },
      { source: "kubernetes/api-conventions", at: "Sequencing operations" },
    ],
    rows: ["CT-06"],
  },
  "controller.allocation-is-stable": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A value that a controller has allocated to an object stays the same until the spec " +
      "requests another value.",
    reason:
      "If an address changes because a response was lost or the process restarted, two addresses " +
      "are allocated: one is never released, and the user has the wrong one.",
    sources: [
      { source: "kep-2527", at: "Part 1: write sequencing and idempotency" },
      { source: "kubernetes/api-conventions", at: "Representing Allocated Values" },
    ],
    rows: ["AL-07"],
  },
  "controller.owned-objects-match": {
    since: "2026-12",
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller creates each object that it owns once, and deletes it when its owner is " +
      "gone, within the time limit.",
    reason:
      "If an object is created twice, its work is done twice. An object that is left behind " +
      "costs money and occupies its name, although no spec requests it.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Spec and Status, level-based behavior" },
    ],
    rows: ["CT-02"],
    features: ["delete"],
  },
  "controller.ready-agrees-with-owned": {
    since: "2026-12",
    levels: { "controller/v1": "MUST" },
    statement:
      "A status does not report readiness for longer than the time limit while an object that the " +
      "controller owns is missing, or reports that it is not ready.",
    reason:
      "Users and tools rely on the status instead of checking the owned objects. A status " +
      "that no longer matches these objects hides an outage.",
    sources: [{ source: "kubernetes/api-conventions", at: "Typical status properties" }],
    rows: ["CT-02"],
    features: ["delete", "status.conditions"],
  },
} as const satisfies Record<`controller.${string}`, Requirement>;
