import type { JsonObject } from "#contract";

/** One status for each way in which a decision is made. The first ones say nothing of a generation. */
export function decisiveStatuses(generation: number): readonly JsonObject[] {
  const seen = { observedGeneration: generation };
  const ready = condition("Ready", "True");
  const reconciling = condition("Reconciling", "True");
  const stalled = condition("Stalled", "True");
  return [
    { conditions: [condition("Ready", "False")] },
    { conditions: [ready] },
    { ...seen, conditions: [reconciling, stalled, ready] },
    { ...seen, conditions: [stalled, reconciling, ready] },
    { ...seen, conditions: [condition("Ready", "Unknown")] },
    { observedGeneration: 0, conditions: [ready] },
    { ...seen, conditions: [ready] },
  ];
}

function condition(type: string, status: string): JsonObject {
  const lastTransitionTime = "2024-05-01T12:00:00Z";
  return { type, status, reason: "Observed", message: "", lastTransitionTime };
}
