import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { KindDescription } from "#harness";

/**
 * Returns a condition in the form of the kind's sample conditions: omits fields that these lack, and takes missing
 * fields from the first of them. Undefined if the kind declares that its status has no conditions.
 */
export function conditionLike(
  { lacks = [], samples }: Pick<KindDescription, "lacks" | "samples">,
  condition: JsonObject,
): JsonObject | undefined {
  const sample = samples.statuses.flatMap((status) => conditionsIn(status))[0];
  if (sample === undefined) return lacks.includes("status.conditions") ? undefined : condition;
  // The generation that the sample has observed does not apply to this condition.
  const { observedGeneration: _observed, ...base } = sample;
  const known = Object.entries(condition).filter(([name]) => name in sample);
  return { ...base, ...Object.fromEntries(known) };
}

export function conditionsIn({ conditions }: JsonObject): readonly JsonObject[] {
  const all: readonly JsonValue[] = Array.isArray(conditions) ? conditions : [];
  return all.filter(isJsonObject);
}

/** Returns the conditions of a stored status, with one of them added or replaced. */
export function withCondition(stored: JsonObject, condition: JsonObject): readonly JsonValue[] {
  const { conditions } = stored;
  const others: readonly JsonValue[] = Array.isArray(conditions) ? conditions : [];
  const kept = others.filter((one) => !isJsonObject(one) || one["type"] !== condition["type"]);
  return [...kept, condition];
}
