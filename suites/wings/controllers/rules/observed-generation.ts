import type { JsonValue, Resource } from "#contract";
import { conditionsOf } from "./object-conditions.ts";

export function observedGenerationOf({ status }: Resource): number | undefined {
  return numberOf(status?.["observedGeneration"]);
}

export function conditionGenerationsOf(object: Resource): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [type, condition] of conditionsOf(object)) {
    const observed = numberOf(condition["observedGeneration"]);
    if (observed !== undefined) found.set(type, observed);
  }
  return found;
}

/** The observed generation of the status, or else the newest observed generation of its conditions. */
export function reportedGenerationOf(object: Resource): number | undefined {
  const own = observedGenerationOf(object);
  if (own !== undefined) return own;
  const ofConditions = [...conditionGenerationsOf(object).values()];
  return ofConditions.length === 0 ? undefined : Math.max(...ofConditions);
}

function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}
