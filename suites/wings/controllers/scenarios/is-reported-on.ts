import type { Resource } from "#contract";
import { holdingFinalizer } from "#harness";
import { reportedGenerationOf } from "../rules/observed-generation.ts";

/**
 * True if a controller has finished with an object, as far as observable: its status, or one of its
 * conditions, covers the newest generation. Any status suffices for objects without generations, and
 * for kinds that do not observe generations. The deletion of an object increments its generation on
 * an API server, but a controller need not report on it: it has finished if only the suite's
 * finalizer prevents the removal of the object.
 */
export function isReportedOn(object: Resource, observes: boolean): boolean {
  const { deletionTimestamp, finalizers = [], generation } = object.metadata;
  if (deletionTimestamp !== undefined)
    return finalizers.every((finalizer) => finalizer === holdingFinalizer);
  const reported = reportedGenerationOf(object);
  const isAnyEnough = generation === undefined || (reported === undefined && !observes);
  return isAnyEnough ? object.status !== undefined : reported === generation;
}
