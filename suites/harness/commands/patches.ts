import type {
  JsonObject,
  ObjectKey,
  PatchStatusCommand,
  ResourceVersion,
  UpdateCommand,
  UpdateStatusCommand,
} from "#contract";
import { SetupFailed } from "../session/check.ts";
import type { CheckContext } from "../session/check.ts";
import { failureOf, objectOf } from "../step/step.ts";
import type { Step } from "../step/step.ts";

/** The command with which the controller patches a status. */
export function statusPatch(
  key: ObjectKey,
  write: Pick<PatchStatusCommand, "format" | "patch"> & Partial<PatchStatusCommand>,
): PatchStatusCommand {
  return { verb: "patchStatus", identity: "controller", key, ...write };
}

/** What a manager applies. */
export interface Application {
  readonly manager: string;
  readonly status: JsonObject;
  /** Whether it takes over what others own. */
  readonly force?: boolean;
  readonly resourceVersion?: ResourceVersion;
}

/** The command with which the controller applies a status for a manager. */
export function statusApply(key: ObjectKey, application: Application): PatchStatusCommand {
  const { manager, status, force, resourceVersion } = application;
  return statusPatch(key, {
    format: "apply",
    patch: { status },
    options: { fieldManager: manager, ...(force === undefined ? {} : { force }) },
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  });
}

/** A write that names the version which it replaces. */
export type VersionedWrite = UpdateCommand | UpdateStatusCommand | PatchStatusCommand;

/**
 * Sends writes of one object one after the other, each at the version that the last accepted one left.
 * A refused write does not keep the others from being sent. Throws {@link SetupFailed} when one gets no
 * reply: nobody knows then which version the next one has to name.
 */
export async function writeInTurn<Name extends string>(
  context: Pick<CheckContext, "call">,
  resourceVersion: ResourceVersion,
  writes: Readonly<Record<Name, VersionedWrite>>,
): Promise<Readonly<Record<Name, Step>>> {
  const steps: Partial<Record<Name, Step>> = {};
  let current = resourceVersion;
  for (const name in writes) {
    const step = await context.call({ ...writes[name], resourceVersion: current });
    steps[name] = step;
    const lost = failureOf(step);
    if (lost !== undefined) throw new SetupFailed(lost, step);
    current = objectOf(step)?.metadata.resourceVersion ?? current;
  }
  if (isComplete(steps, writes)) return steps;
  throw new Error("A write was not sent.");
}

function isComplete<Name extends string>(
  steps: Partial<Record<Name, Step>>,
  writes: Readonly<Record<Name, unknown>>,
): steps is Record<Name, Step> {
  return Object.keys(writes).every((name) => Object.hasOwn(steps, name));
}
