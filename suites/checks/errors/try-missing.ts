import type { Command, ObjectKey } from "#contract";
import { readOf } from "#harness";
import type { CheckContext, RefusalTrial, Step } from "#harness";

/**
 * Tries a write to an object that was never created. `control` is the step of the same write to an
 * object that exists.
 */
export async function tryMissing(
  context: CheckContext,
  attempt: (missing: ObjectKey) => Command,
  control: Step,
): Promise<RefusalTrial> {
  const key = context.unusedKey();
  const before = await context.call(readOf(key));
  const attempted = await context.call(attempt(key));
  const after = await context.call(readOf(key));
  const events = await context.settle(key);
  return { before, attempt: attempted, after, events, control };
}
