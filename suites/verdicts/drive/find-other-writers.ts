import { setTimeout as wait } from "node:timers/promises";
import { idleCase, isRegistered, objectOf, readOf } from "#harness";
import type { CheckContext, Fixture, KindDescription, Session } from "#harness";
import type { Limits, ResourceVersion } from "#contract";
import { inWorkerPool } from "../plan/worker-pool.ts";

/** Number of objects per kind that no case writes. */
const idleObjects = 3;

const betweenReadsMs = 50;

export interface OtherWritersOptions {
  readonly session: Session;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly concurrency: () => number;
}

/**
 * Creates objects of the given kinds, and reads them before and after a spec write and a status write. If an object
 * changes without a request from the run, another client, such as a controller, writes to objects of its kind. The
 * responses become part of the run's evidence. Skips kinds that are registered for the run, and kinds whose objects the
 * run cannot create.
 */
export async function findOtherWriters(
  kinds: readonly KindDescription[],
  options: OtherWritersOptions,
): Promise<void> {
  await inWorkerPool(
    kinds.filter(canHaveOtherWriters),
    options,
    async (kind) => await leaveAlone(kind, options),
  );
}

export function canHaveOtherWriters(kind: KindDescription): boolean {
  return !isRegistered(kind) && kind.preloaded === undefined && kind.operations.create.length > 0;
}

async function leaveAlone(
  kind: KindDescription,
  { session, limits, signal }: OtherWritersOptions,
): Promise<void> {
  await using opened = session.open({ name: idleCase(kind.name), kind, via: "", signal });
  const { context } = opened;
  try {
    const fixtures = await Promise.all(
      Array.from({ length: idleObjects }, () => context.fixture()),
    );
    await Promise.all(
      fixtures.map(async (fixture) => await leaveOneAlone(context, fixture, limits)),
    );
  } catch {
    // If no object of a kind can be created, its other writers cannot be detected.
  }
}

async function leaveOneAlone(
  context: CheckContext,
  { key, object }: Fixture,
  { fenceRetryMs: limitMs }: Limits,
): Promise<void> {
  const { samples, operations } = context.kind;
  const [, spec] = samples.specs;
  const [status] = samples.statuses;
  const [via] = operations.updateStatus;
  let { resourceVersion } = object.metadata;
  const hasMoved = async (): Promise<boolean> =>
    (await versionAfter(context, { key, resourceVersion, limitMs })) !== resourceVersion;
  if (await hasMoved()) return;
  if (spec !== undefined) {
    const command = { verb: "update", identity: "author", key, spec, resourceVersion } as const;
    const updated = objectOf(await context.call(command));
    if (updated === undefined) return;
    ({ resourceVersion } = updated.metadata);
    if (await hasMoved()) return;
  }
  if (status === undefined || via === undefined) return;
  const report = { verb: "updateStatus", identity: "controller", via, key, status } as const;
  const reported = objectOf(await context.call({ ...report, resourceVersion }));
  if (reported === undefined) return;
  ({ resourceVersion } = reported.metadata);
  await hasMoved();
  // If the response to a write contains no object, only events show the states between two reads.
  await context.settle(key);
  await context.call(readOf(key));
}

interface Left {
  readonly key: Fixture["key"];
  readonly resourceVersion: ResourceVersion;
  readonly limitMs: number;
}

/** Reads an object until its version changes or a time limit expires. Returns its last known version. */
async function versionAfter(
  context: CheckContext,
  { key, resourceVersion, limitMs }: Left,
): Promise<ResourceVersion> {
  let seen = resourceVersion;
  const deadlineMs = performance.now() + limitMs;
  while (seen === resourceVersion && performance.now() < deadlineMs) {
    await wait(betweenReadsMs, undefined, { signal: context.signal });
    const read = objectOf(await context.call(readOf(key)));
    seen = read?.metadata.resourceVersion ?? seen;
  }
  return seen;
}
