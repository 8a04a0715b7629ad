import type { ObjectKey } from "#contract";
import type { CheckContext } from "../session/check.ts";
import { readStored } from "./sample-commands.ts";
import { createAt, requestDeletion } from "./written.ts";
import type { Written } from "./written.ts";

/** The finalizer of objects that {@link createHeld} creates. */
export const holdingFinalizer = "conformance.example/hold";

/**
 * Creates an object with a finalizer, after the shared watch is live.
 *
 * @throws SetupFailed when the create request is not accepted.
 */
export async function createHeld(context: CheckContext, key: ObjectKey): Promise<Written> {
  await context.settle(key);
  return createAt(context, key, {
    problem: "creating an object with a finalizer failed",
    finalizers: [holdingFinalizer],
  });
}

/**
 * Requests the deletion of an object, and returns its state afterwards.
 *
 * @throws SetupFailed if the delete request is not accepted, or the object cannot be read afterwards.
 */
export async function deleteHeld(context: CheckContext, key: ObjectKey): Promise<Written> {
  const { exchange } = await requestDeletion(context, key);
  return { exchange, object: await readStored(context, key) };
}
