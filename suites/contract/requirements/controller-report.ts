import type { Requirement } from "../catalogue/requirement.ts";

/** The semantics of a controller's reports: conditions, readiness, acknowledgements and allocations. */
export const controllerReport = {
  "controller.transition-time-stays-without-flip": {
    levels: { "controller/v1": "MUST" },
    statement: "The transition time of a condition stays while the status of the condition stays.",
    reason:
      "A time that moves with every reconcile makes each status differ from the one before: the most " +
      "common cause of a hot loop. It also hides since when the state has held.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/api/meta/conditions.go SetStatusCondition" },
    ],
    rows: ["CD-05", "CT-10"],
  },
  "controller.transition-time-moves-on-flip": {
    levels: { "controller/v1": "MUST" },
    statement: "The transition time of a condition moves when the status of the condition flips.",
    reason:
      "A time from before the flip hides how long, and since when, an object has been broken.",
    sources: [
      { source: "kubernetes/apimachinery", at: "pkg/api/meta/conditions.go SetStatusCondition" },
    ],
    rows: ["CD-05"],
  },
  "controller.conditions-unique-by-type": {
    levels: { "controller/v1": "MUST" },
    statement: "A controller reports each type of condition once.",
    reason:
      "Readers take the first or the last of them, and two readers see two different objects.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Typical status properties, conditions" },
    ],
    rows: ["CT-17"],
  },
  "controller.conditions-stay": {
    levels: { "controller/v1": "SHOULD" },
    statement:
      "A condition that a controller has reported as True and as not True stays in the status.",
    reason:
      "A missing condition states neither, and a reader that waits for it cannot distinguish a reconcile " +
      "that failed from one that never ran.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Typical status properties, conditions" },
    ],
    rows: ["CD-08"],
  },
  "controller.not-ready-before-observed": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller stores no status from which its object reads as ready before it has said so itself.",
    reason:
      "A status that has the generation and not yet the condition Ready reads as ready. Tools that see " +
      "it go on before any work was done.",
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
      "A status that says to have observed a generation acknowledges the request of that generation, " +
      "not an older one.",
    reason:
      "The acknowledgement is the only answer to a request. One that belongs to an earlier request " +
      "grants what is no longer requested.",
    sources: [
      { source: "kep-2527", at: "Part 1, examples: ACK and NAK of a requested value" },
      { source: "kubernetes/api-conventions", at: "Sequencing operations" },
    ],
    rows: ["CT-06"],
  },
  "controller.allocation-is-stable": {
    levels: { "controller/v1": "MUST" },
    statement:
      "What a controller has allocated to an object stays the same until the request changes.",
    reason:
      "An address that changes because a reply was lost or the process restarted is allocated twice: " +
      "one of the two is never given back, and the user holds the wrong one.",
    sources: [
      { source: "kep-2527", at: "Part 1: write sequencing and idempotency" },
      { source: "kubernetes/api-conventions", at: "Representing Allocated Values" },
    ],
    rows: ["AL-07"],
  },
} as const satisfies Record<`controller.${string}`, Requirement>;
