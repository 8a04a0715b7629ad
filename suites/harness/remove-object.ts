import type { ObjectKey, Resource } from "#contract";
import type { Recorder } from "./recorder.ts";
import { isAccepted, objectOf, refusalOf } from "./step.ts";
import type { Step } from "./step.ts";

/** How often a finalizer is taken off anew after somebody else wrote the object meanwhile. */
const mostAttempts = 3;

/**
 * Deletes an object as the author, and takes off the finalizers that a check left on it. Resolves with
 * true when it is gone, or was not there.
 */
export async function removeObject(
  recorder: Recorder,
  key: ObjectKey,
  signal: AbortSignal,
): Promise<boolean> {
  const owner = { case: "run", signal };
  for (let attempt = 1; attempt <= mostAttempts && !signal.aborted; attempt += 1) {
    const deletion = await recorder.call({ verb: "delete", identity: "author", key }, owner);
    if (isNotThere(deletion)) return true;
    if (!isAccepted(deletion)) return false;
    const waiting = objectOf(deletion);
    if (waiting === undefined || !isHeld(waiting)) return true;
    const { resourceVersion } = waiting.metadata;
    const release = await recorder.call(
      { verb: "update", identity: "author", key, resourceVersion, finalizers: [] },
      owner,
    );
    if (isAccepted(release) || isNotThere(release)) return true;
  }
  return false;
}

function isHeld({ metadata }: Resource): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length > 0;
}

function isNotThere(step: Step): boolean {
  return refusalOf(step)?.reason === "notFound";
}
