import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** What a condition may say. */
export type ConditionStatus = "True" | "False" | "Unknown";

/** One aspect of an object, as a controller states it. Times and generations are added by the flush. */
export interface StagedCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  /** One word in CamelCase. */
  readonly reason: string;
  /** For people; empty by default. */
  readonly message?: string;
}

/** What a transition time is decided from. */
export interface Transition {
  /** The condition of the same type that is stored. None by default. */
  readonly stored?: JsonObject;
  readonly staged: StagedCondition;
  /** RFC 3339. */
  readonly now: string;
}

/** The stored conditions, in their order; none where the field is absent or no list of objects. */
export function conditionsOf(status: JsonObject | undefined): readonly JsonObject[] {
  const stored = status?.["conditions"];
  return isList(stored) ? stored.filter(isJsonObject) : [];
}

/**
 * The time from which a condition has had its status, in whole seconds: kept, unless the status is another
 * one now.
 */
export function transitionTime({ stored, staged, now }: Transition): string {
  const since = stored?.["lastTransitionTime"];
  return stored?.["status"] === staged.status && typeof since === "string"
    ? since
    : now.replace(/\.\d+Z$/u, "Z");
}

/**
 * The list with each written condition in the place of the stored one of its type, and new ones at the
 * end. Conditions of other types are those of other writers and stay as they are.
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

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
