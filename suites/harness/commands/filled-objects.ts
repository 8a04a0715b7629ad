import { keyOf } from "#contract";
import type { Resource } from "#contract";
import { objectOf } from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";
import type { CheckContext } from "../session/check.ts";
import { readOf, specWrite, statusWrite } from "./sample-commands.ts";

/**
 * Stores a status with values in fields that no sample contains, so that their loss would be visible. The mutation must
 * accept all fields. Resolves with the read of the stored object, or with undefined if the samples contain every field
 * or the target rejects the values. It may be stricter than its schema.
 */
export async function storeFilledStatus(
  context: CheckContext,
  { metadata, ...object }: Resource,
): Promise<Step | undefined> {
  const { filledStatuses = [], operations, statusMembers, statusModes } = context.kind;
  const via = operations.updateStatus.find(
    (id) => statusMembers?.[id] === undefined && statusModes[id] !== "apply",
  );
  if (via === undefined) return undefined;
  const key = keyOf({ metadata, ...object });
  const { resourceVersion } = metadata;
  for (const status of filledStatuses) {
    const step = await context.call(statusWrite(context, key, { via, resourceVersion, status }));
    if (objectOf(step) !== undefined) return readOfFilled(await context.call(readOf(key)));
  }
  return undefined;
}

/** Stores a spec with values in fields that no sample contains. Undefined as for {@link storeFilledStatus}. */
export async function storeFilledSpec(
  context: CheckContext,
  { metadata, ...object }: Resource,
): Promise<Step | undefined> {
  const key = keyOf({ metadata, ...object });
  const { resourceVersion } = metadata;
  for (const spec of context.kind.filledSpecs ?? []) {
    const step = await context.call(specWrite(key, { resourceVersion, spec }));
    if (objectOf(step) !== undefined) return readOfFilled(await context.call(readOf(key)));
  }
  return undefined;
}

function readOfFilled(read: Step): Step | undefined {
  return objectOf(read) === undefined ? undefined : read;
}
