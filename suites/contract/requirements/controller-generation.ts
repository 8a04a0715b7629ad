import type { Requirement } from "../catalogue/requirement.ts";

/** The observed generation that a controller reports. */
export const controllerGeneration = {
  "controller.observed-generation-not-ahead": {
    levels: { "controller/v1": "MUST" },
    statement:
      "No generation that a controller says to have observed, in the status or in a condition, is " +
      "greater than that of the object.",
    reason:
      "A generation that does not exist yet reads as observed as soon as it comes to exist, before " +
      "anybody has looked at it.",
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
    statement: "The observed generation in the status of an object never becomes smaller.",
    reason:
      "A smaller one is the report of a process that works from an old copy, stored over a newer report.",
    sources: [{ source: "kubernetes/api-conventions", at: "Sequencing operations" }],
    rows: ["CT-13"],
    features: ["generation"],
  },
  "controller.observed-generation-reported": {
    levels: { "controller/v1": "SHOULD" },
    statement: "A controller that reports a status states which generation it has observed.",
    reason:
      "Without it, a reader cannot distinguish a report on the current spec from one on the previous spec: after " +
      "every change of the spec the object still reads as ready.",
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
      "A controller that goes on writing the status of an object takes note of its newest generation in time.",
    reason:
      "An observed generation that stays behind for ever keeps every tool waiting that goes by it, " +
      "although the work is done.",
    sources: [{ source: "cli-utils/kstatus", at: "pkg/kstatus/status/generic.go checkGeneration" }],
    rows: ["CT-06"],
    features: ["generation"],
  },
  "controller.observed-generation-of-start": {
    levels: { "controller/v1": "MUST" },
    statement:
      "The observed generation that a controller writes is the one that its reconcile started with, even " +
      "when a retry has read a newer one.",
    reason:
      "A generation taken from the re-read claims work that was never done: the reader sees the result " +
      "for the old spec as that for the new one.",
    sources: [
      { source: "gitstore", at: "specs/026-reconcile-handler: ObservedGeneration Rule" },
      { source: "kubernetes/api-conventions", at: "controllers.md, item on ObservedGeneration" },
    ],
    rows: ["CT-06"],
    features: ["generation"],
  },
} as const satisfies Record<`controller.${string}`, Requirement>;
