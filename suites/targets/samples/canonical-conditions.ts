import type { JsonObject } from "#contract";
import type { InvalidStatus } from "../port/target.ts";

const ready: JsonObject = {
  type: "Ready",
  status: "False",
  reason: "Pending",
  message: "waiting for the first observation",
  lastTransitionTime: "2024-01-01T00:00:00Z",
  observedGeneration: 1,
};

/** Lists of conditions, each valid in any status, pairwise different. */
export const canonicalConditions = {
  pending: [ready],
  ready: [
    {
      type: "Ready",
      status: "True",
      reason: "Observed",
      message: "everything is as requested",
      lastTransitionTime: "2024-02-02T10:20:30Z",
      observedGeneration: 2,
    },
  ],
  failed: [
    {
      type: "Ready",
      status: "Unknown",
      reason: "Unreachable",
      message: "the backend does not respond",
      lastTransitionTime: "2024-03-03T23:59:59Z",
      observedGeneration: 3,
    },
    {
      type: "Degraded",
      status: "True",
      reason: "PartlyServed",
      message: "one of two backends responds",
      lastTransitionTime: "2024-03-04T00:00:00Z",
      observedGeneration: 3,
    },
  ],
} as const satisfies Record<string, readonly JsonObject[]>;

/** Returns variants of a valid status. Each has one invalid field that all kinds have in common. */
export function invalidInEveryKind(status: JsonObject): readonly InvalidStatus[] {
  return [
    {
      status: { ...status, observedGeneration: "first" },
      field: "status.observedGeneration",
      defect: "a string instead of an integer",
    },
    {
      status: { ...status, conditions: [ready, { ...ready, reason: "Again" }] },
      field: "status.conditions[1].type",
      defect: "a type of condition that occurs twice",
    },
    {
      status: { ...status, conditions: [{ ...ready, status: "Perhaps" }] },
      field: "status.conditions[0].status",
      defect: "a value that the enumeration does not have",
    },
  ];
}
