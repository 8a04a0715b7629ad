import type { Resource } from "#contract";
import { holdingFinalizer } from "#harness";

/**
 * Whether a controller has nothing more to do for an object, as far as that can be distinguished from outside: its
 * status is about the newest generation, and only the suite's own finalizer keeps it from going.
 * For kinds that tell no generation any status will do.
 */
export function isReportedOn({ metadata, status }: Resource, observes: boolean): boolean {
  const { deletionTimestamp, finalizers = [], generation } = metadata;
  const isHeld = finalizers.some((finalizer) => finalizer !== holdingFinalizer);
  if (deletionTimestamp !== undefined && isHeld) return false;
  if (!observes || generation === undefined) return status !== undefined;
  return status?.["observedGeneration"] === generation;
}
