import type { Requirement } from "../catalogue/requirement.ts";

export const controllerGeneration = {
  "controller.observed-generation-not-ahead": {
    levels: { "controller/v1": "MUST" },
    statement:
      "An observed generation that a controller reports, in the status or in a condition, is " +
      "never greater than the generation of the object.",
    reason:
      "Otherwise a future generation appears as observed as soon as it is created, before any " +
      "controller has processed it.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Typical status properties, observedGeneration" },
      {
        source: "kubernetes/apimachinery",
        at: "pkg/apis/meta/v1/types.go Condition.ObservedGeneration",
      },
    ],
    rows: ["CD-07"],
    features: ["generation"],
  },
  "controller.observed-generation-never-goes-back": {
    levels: { "controller/v1": "MUST" },
    statement: "The observed generation in the status of an object never decreases.",
    reason:
      "A smaller value means that a process with a stale copy has overwritten a newer status.",
    sources: [{ source: "kubernetes/api-conventions", at: "Sequencing operations" }],
    rows: ["CT-13"],
    features: ["generation"],
  },
  "controller.observed-generation-reported": {
    levels: { "controller/v1": "SHOULD" },
    statement:
      "A controller that reports a status also reports the generation that it has observed.",
    reason:
      "Without the observed generation, a reader cannot distinguish a status for the current " +
      "spec from a status for the previous spec: after every spec change, the object still " +
      "appears ready.",
    sources: [
      { source: "kstatus-race", at: "status.observedGeneration" },
      { source: "kubernetes/api-conventions", at: "Typical status properties, observedGeneration" },
    ],
    rows: ["CD-07"],
    features: ["generation"],
  },
  "controller.observed-generation-follows": {
    levels: { "controller/v1": "MUST" },
    statement:
      "A controller that keeps writing the status of an object observes the object's newest " +
      "generation within the time limit.",
    reason:
      "If the observed generation never catches up, every tool that compares it waits, although " +
      "the work is done.",
    sources: [{ source: "cli-utils/kstatus", at: "pkg/kstatus/status/generic.go checkGeneration" }],
    rows: ["CT-06"],
    features: ["generation"],
  },
  "controller.observed-generation-of-start": {
    levels: { "controller/v1": "MUST" },
    statement:
      "The observed generation that a controller writes is the generation with which its " +
      "reconcile started, even if a retry reads a newer generation.",
    reason:
      "With the generation from the second read, the status claims work that was never done: the " +
      "result for the old spec appears as the result for the new spec.",
    sources: [
      { source: "gitstore", at: "specs/026-reconcile-handler: ObservedGeneration Rule" },
      { source: "kubernetes/api-conventions", at: "controllers.md, item on ObservedGeneration" },
    ],
    rows: ["CT-06"],
    features: ["generation"],
  },
} as const satisfies Record<`controller.${string}`, Requirement>;
