import type { Resource } from "#contract";
import { holdingFinalizer } from "#harness";
import { reportedGenerationOf } from "../rules/observed-generation.ts";

/**
 * True if a controller has finished with an object, as far as observable: its status, or one of its
 * conditions, covers the newest generation, and only the suite's finalizer prevents its removal.
 * Any status suffices for objects without generations, and for kinds that do not observe
 * generations.
 */
export function isReportedOn(object: Resource, observes: boolean): boolean {
  const { deletionTimestamp, finalizers = [], generation } = object.metadata;
  const isHeld = finalizers.some((finalizer) => finalizer !== holdingFinalizer);
  if (deletionTimestamp !== undefined && isHeld) return false;
  const reported = reportedGenerationOf(object);
  const isAnyEnough = generation === undefined || (reported === undefined && !observes);
  return isAnyEnough ? object.status !== undefined : reported === generation;
}
