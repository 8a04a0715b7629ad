import type { ObjectKey } from "#contract";
import type { CheckContext } from "../session/check.ts";
import { readStored } from "./commands.ts";
import { createAt, deleteObject } from "./written.ts";
import type { Written } from "./written.ts";

/** The finalizer that holds the objects of {@link createHeld}. */
export const holdingFinalizer = "conformance.example/hold";

/**
 * Creates an object that a finalizer holds, with the shared watch live before. Throws a `SetupFailed` when
 * the target does not accept it.
 */
export async function createHeld(context: CheckContext, key: ObjectKey): Promise<Written> {
  await context.settle(key);
  return createAt(context, key, {
    problem: "an object with a finalizer could not be created",
    finalizers: [holdingFinalizer],
  });
}

/** Asks for the deletion of an object, and gives its state afterwards. Throws a `SetupFailed` where there is none. */
export async function deleteHeld(context: CheckContext, key: ObjectKey): Promise<Written> {
  const { exchange } = await deleteObject(context, key);
  return { exchange, object: await readStored(context, key) };
}
