import { keyOf } from "#contract";
import type { Resource } from "#contract";
import { objectOf } from "../judging/recorded-step.ts";
import type { CheckContext } from "../session/check.ts";
import { acceptedObject, readOf, statusWrite } from "./sample-commands.ts";

/**
 * Stores the status fields that only mutations other than the tested one accept, so that their loss would be visible.
 * Skips mutations that reject the write, because they may have further preconditions. Returns the stored object.
 *
 * @throws SetupFailed when the object cannot be read afterwards.
 */
export async function writeOtherStatuses(
  context: CheckContext,
  object: Resource,
): Promise<Resource> {
  const { otherStatuses = [] } = context.kind;
  if (otherStatuses.length === 0) return object;
  let current = object;
  for (const { via, status } of otherStatuses) {
    const { resourceVersion } = current.metadata;
    const write = statusWrite(context, keyOf(object), { via, resourceVersion, status });
    current = objectOf(await context.call(write)) ?? current;
  }
  return acceptedObject(await context.call(readOf(keyOf(object))), "a read failed");
}
