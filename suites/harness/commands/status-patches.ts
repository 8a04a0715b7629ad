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
import { failureOf, objectOf } from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";

export function statusPatch(
  key: ObjectKey,
  write: Pick<PatchStatusCommand, "format" | "patch"> & Partial<PatchStatusCommand>,
): PatchStatusCommand {
  return { verb: "patchStatus", identity: "controller", key, ...write };
}

export interface Application {
  readonly manager: string;
  readonly status: JsonObject;
  readonly force?: boolean;
  readonly resourceVersion?: ResourceVersion;
}

export function statusApply(key: ObjectKey, application: Application): PatchStatusCommand {
  const { manager, status, force, resourceVersion } = application;
  return statusPatch(key, {
    format: "apply",
    patch: { status },
    options: { fieldManager: manager, ...(force === undefined ? {} : { force }) },
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  });
}

export type VersionedWrite = UpdateCommand | UpdateStatusCommand | PatchStatusCommand;

/**
 * Sends writes to one object sequentially, each with the version of the last accepted write. Continues after a rejected
 * write.
 *
 * @throws SetupFailed when a write gets no response, because the next version is then unknown.
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
