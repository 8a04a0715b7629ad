import type { JsonObject, Resource } from "#contract";
import { conditionsOf } from "./object-conditions.ts";

/** Implements the rules of kstatus. */
export function readsAsReady(object: Pick<Resource, "status">): boolean {
  const conditions = conditionsOf(object);
  const says = (type: string): unknown => conditions.get(type)?.["status"];
  if (says("Reconciling") === "True" || says("Stalled") === "True") return false;
  return !conditions.has("Ready") || says("Ready") === "True";
}

/** The conditions that report readiness. Without `Ready`, tools wait for `Available`. */
const readinessTypes: readonly string[] = ["Ready", "Available"];

export function isReadinessType(type: string): boolean {
  return readinessTypes.includes(type);
}

export function readinessOf(object: Pick<Resource, "status">): JsonObject | undefined {
  const conditions = conditionsOf(object);
  const type = readinessTypes.find((one) => conditions.has(one));
  return type === undefined ? undefined : conditions.get(type);
}

/** Returns true if a condition reports readiness and the object is not being deleted. */
export function reportsReadiness(object: Resource): boolean {
  const isTerminating = object.metadata.deletionTimestamp !== undefined;
  const isReported = readinessOf(object)?.["status"] === "True" && readsAsReady(object);
  return !isTerminating && isReported;
}

/**
 * Why an object reports that it is not ready. Undefined if it reports readiness or neither, or if the report describes
 * an earlier generation. Without a condition, only an object with replicas, none of which is ready, is not ready.
 */
export function unreadiness(object: Resource): string | undefined {
  const condition = readinessOf(object);
  const { observedGeneration } = { ...object.status, ...condition };
  const { generation } = object.metadata;
  const isEarlier = typeof observedGeneration === "number" && observedGeneration !== generation;
  if (isEarlier) return undefined;
  if (condition !== undefined) {
    const type = condition["type"] === "Ready" ? "Ready" : "Available";
    return condition["status"] === "False" ? `the condition ${type} is False` : undefined;
  }
  const wanted = object.spec?.["replicas"];
  const isUnready = typeof wanted === "number" && wanted > 0 && isNoneReady(object);
  return isUnready ? `0 of ${wanted} replicas are ready` : undefined;
}

function isNoneReady({ status }: Pick<Resource, "status">): boolean {
  return status?.["readyReplicas"] === 0;
}

/** Like {@link readsAsReady}, but requires the condition `Ready`. */
export function isReady(object: Pick<Resource, "status">): boolean {
  return conditionsOf(object).has("Ready") && readsAsReady(object);
}
