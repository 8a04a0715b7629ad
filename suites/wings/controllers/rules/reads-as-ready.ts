import type { Resource } from "#contract";
import { conditionsOf } from "./conditions.ts";

/** Whether a status reads as ready by the rules of kstatus. */
export function readsAsReady(object: Pick<Resource, "status">): boolean {
  const conditions = conditionsOf(object);
  const says = (type: string): unknown => conditions.get(type)?.["status"];
  if (says("Reconciling") === "True" || says("Stalled") === "True") return false;
  return !conditions.has("Ready") || says("Ready") === "True";
}

/** Whether a status reports readiness in a condition, and its object is not being deleted. */
export function reportsReadiness(object: Resource): boolean {
  const isTerminating = object.metadata.deletionTimestamp !== undefined;
  return !isTerminating && isReady(object);
}

/** Whether a status reports readiness in a condition. */
export function isReady(object: Pick<Resource, "status">): boolean {
  return conditionsOf(object).has("Ready") && readsAsReady(object);
}
