import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject } from "#contract";

/** The status of a condition, as in the API conventions of Kubernetes. */
export type ConditionStatus = "True" | "False" | "Unknown";

/** A condition to report. The flush adds the transition time and the observed generation. */
export interface StagedCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string;
  /** Human-readable message. Empty by default. */
  readonly message?: string;
}

export interface Transition {
  readonly stored?: JsonObject;
  readonly staged: StagedCondition;
  /** The current time, in RFC 3339 format. */
  readonly now: string;
}

/** Returns the stored conditions in order. Returns an empty list if the field is absent or malformed. */
export function conditionsOf(status: JsonObject | undefined): readonly JsonObject[] {
  const stored = status?.["conditions"];
  return isJsonList(stored) ? stored.filter(isJsonObject) : [];
}

export function isReady(status: JsonObject | undefined): boolean {
  return conditionsOf(status).some((one) => one["type"] === "Ready" && one["status"] === "True");
}

export function transitionTime({ stored, staged, now }: Transition): string {
  const since = stored?.["lastTransitionTime"];
  return stored?.["status"] === staged.status && typeof since === "string"
    ? since
    : now.replace(/\.\d+Z$/u, "Z");
}

/**
 * Replaces each stored condition of a staged type in place, and appends new conditions. Keeps conditions of other
 * types, because they belong to other writers.
 */
export function mergeConditions(
  stored: readonly JsonObject[],
  written: readonly JsonObject[],
): readonly JsonObject[] {
  const byType = new Map(written.map((condition) => [condition["type"], condition]));
  const kept = stored.map((condition) => byType.get(condition["type"]) ?? condition);
  const known = new Set(stored.map((condition) => condition["type"]));
  return [...kept, ...written.filter((condition) => !known.has(condition["type"]))];
}
