import { describeOutcome } from "#contract";
import type { ObjectKey, Outcome, Resource } from "#contract";
import type { Recorder } from "./recorder.ts";
import { isAccepted, objectOf, refusalOf } from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";
import { WritesSpent } from "./write-limit.ts";

export type Removed =
  | { readonly kind: "removed" }
  | { readonly kind: "absent" }
  | {
      readonly kind: "left";
      readonly reason: string;
      /**
       * The response to the delete request, or to the removal of finalizers. Absent if nothing was sent, or if the
       * object still exists although its deletion was accepted.
       */
      readonly outcome?: Outcome;
    };

/**
 * The default number of concurrent removals: enough to hide the latency of a slow endpoint. Thousands of pending
 * requests would exhaust memory.
 */
export const removedAtOnce = 128;

/** Maximum number of attempts to remove finalizers if another client writes to the object. */
const maxAttempts = 3;

/**
 * Deletes an object as the author, and removes finalizers that a check left on it. Resolves with whether the object is
 * gone. Leaves the object if the write limit is reached.
 */
export async function removeObject(
  recorder: Recorder,
  key: ObjectKey,
  signal: AbortSignal,
): Promise<Removed> {
  try {
    return await remove(recorder, key, signal);
  } catch (error) {
    if (error instanceof WritesSpent) return { kind: "left", reason: error.message };
    throw error;
  }
}

async function remove(recorder: Recorder, key: ObjectKey, signal: AbortSignal): Promise<Removed> {
  const owner = { case: "run", signal };
  let left: Removed = { kind: "left", reason: "no time left" };
  for (let attempt = 1; attempt <= maxAttempts && !signal.aborted; attempt += 1) {
    const deletion = await recorder.call({ verb: "delete", identity: "author", key }, owner);
    if (isNotThere(deletion)) return { kind: attempt === 1 ? "absent" : "removed" };
    if (!isAccepted(deletion)) {
      // If the target does not support deletion, an object that never existed is not orphaned.
      const isAbsent =
        deletion.outcome.result === "unsupported" &&
        isNotThere(await recorder.call({ verb: "read", identity: "author", key }, owner));
      if (isAbsent) return { kind: "absent" };
      const { outcome } = deletion;
      return { kind: "left", reason: describeOutcome(outcome), outcome };
    }
    const waiting = objectOf(deletion);
    if (waiting === undefined || !isHeld(waiting)) return { kind: "removed" };
    const { resourceVersion } = waiting.metadata;
    const release = await recorder.call(
      { verb: "update", identity: "author", key, resourceVersion, finalizers: [] },
      owner,
    );
    if (isAccepted(release) || isNotThere(release)) return { kind: "removed" };
    const { outcome } = release;
    const reason = `its finalizers could not be removed: ${describeOutcome(outcome)}`;
    left = { kind: "left", reason, outcome };
  }
  return left;
}

function isHeld({ metadata }: Resource): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length > 0;
}

function isNotThere(step: Step): boolean {
  return refusalOf(step)?.reason === "notFound";
}
