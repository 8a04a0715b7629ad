import type { JsonObject } from "#contract";
import type { StatusMode } from "#harness";

export interface DecisiveStatus extends JsonObject {
  readonly conditions: readonly JsonObject[];
}

/** One status for each rule that decides readiness. The first ones have no observed generation. */
export function decisiveStatuses(generation: number): readonly DecisiveStatus[] {
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

export interface ExpectedStatus {
  readonly submitted: JsonObject;
  readonly told: JsonObject;
}

/** The mode of the status writes, and the status that the first one changes. */
export interface WayOfWriting {
  readonly mode: StatusMode | undefined;
  /** The status before the first write. */
  readonly beginning: JsonObject;
}

/**
 * The status after each of several writes on a new object. A partial write keeps other fields, including fields of a
 * default: an observed generation of -1 stays if only conditions are reported.
 */
export function statusesAfter(
  statuses: readonly JsonObject[],
  { mode, beginning }: WayOfWriting,
): readonly ExpectedStatus[] {
  if (mode !== "partial") return statuses.map((submitted) => ({ submitted, told: submitted }));
  let told = beginning;
  return statuses.map((submitted) => {
    told = { ...told, ...submitted };
    return { submitted, told };
  });
}

function condition(type: string, status: string): JsonObject {
  const lastTransitionTime = "2024-05-01T12:00:00Z";
  return { type, status, reason: "Observed", message: "", lastTransitionTime };
}
