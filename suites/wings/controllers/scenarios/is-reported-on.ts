import type { Resource } from "#contract";
import { holdingFinalizer } from "#harness";

/**
 * Whether a controller is done with an object, as far as observable: its status covers the newest generation, and only
 * the suite's finalizer prevents its removal. Any status suffices for kinds without generations.
 */
export function isReportedOn({ metadata, status }: Resource, observes: boolean): boolean {
  const { deletionTimestamp, finalizers = [], generation } = metadata;
  const isHeld = finalizers.some((finalizer) => finalizer !== holdingFinalizer);
  if (deletionTimestamp !== undefined && isHeld) return false;
  if (!observes || generation === undefined) return status !== undefined;
  return status?.["observedGeneration"] === generation;
}
