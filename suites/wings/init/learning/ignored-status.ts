import { jsonEquals } from "#contract";
import type { ObjectKey } from "#contract";
import type { Dialect, StatusOperation } from "#targets/graphql";
import { isAboutCaller } from "../requests/caller-refusals.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import {
  isAccepted,
  kindNamed,
  objectIn,
  read,
  withKind,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Removes status mutations that are updates of the whole object and ignore the status in it, as an API with a status
 * subresource does. If the controller lacks the permission to update, sends the status as the author. A mutation that
 * only writes statuses stays: if it stores nothing, it is broken.
 */
export async function withoutIgnoredStatus(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, key.kind);
  const updates = new Set(kind?.operations.update.map(({ field }) => field));
  const whole = kind?.operations.updateStatus.filter(({ field }) => updates.has(field)) ?? [];
  if (kind === undefined || whole.length === 0) return dialect;
  const work = async (trial: Trial): Promise<ReadonlySet<StatusOperation>> => {
    const ignored = new Set<StatusOperation>();
    for (const one of whole) if (await isIgnored(trial, key, one)) ignored.add(one);
    return ignored;
  };
  const ignored = await onTrial(dialect, kind.name, { shared, work });
  if (ignored === undefined || ignored.size === 0) return dialect;
  const at = ["kinds", kind.name, "operations", "updateStatus"];
  for (const { id } of ignored) {
    for (const path of [[id], [id, "mode"], [id, "arguments"]]) shared.notes.drop([...at, ...path]);
  }
  const updateStatus = kind.operations.updateStatus.filter((one) => !ignored.has(one));
  const operations = { ...kind.operations, updateStatus };
  if (updateStatus.length > 0) return withKind(dialect, { ...kind, operations });
  const names = [...ignored].map(({ id }) => id).join(", ");
  const withoutStatus = `no operation writes the status of ${kind.name}: ${names} accepts a status and ignores it`;
  shared.notes.note(at, "high", withoutStatus);
  return withKind(dialect, { ...kind, operations, withoutStatus });
}

/** Whether every sample is accepted, by the first of the roles that may send it, and changes nothing. */
async function isIgnored(
  trial: Trial,
  key: ObjectKey,
  operation: StatusOperation,
): Promise<boolean> {
  const before = objectIn(await read(trial, key));
  const { statuses } = trial.kind.samples;
  // A status that is already stored cannot show whether the mutation writes it.
  const isTold = statuses.some((status) => !jsonEquals(status, before?.status));
  if (before === undefined || !isTold) return false;
  for (const status of statuses) {
    if (!(await isTaken(trial, { key, operation, status }))) return false;
    const after = objectIn(await read(trial, key));
    if (after === undefined || !jsonEquals(after.status ?? null, before.status ?? null))
      return false;
  }
  return true;
}

interface Sent {
  readonly key: ObjectKey;
  readonly operation: StatusOperation;
  readonly status: Parameters<typeof writeStatus>[2]["status"];
}

async function isTaken(trial: Trial, { key, operation, status }: Sent): Promise<boolean> {
  for (const identity of ["controller", "author"] as const) {
    const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
    if (version === undefined) return false;
    const sent = await writeStatus(trial, operation, { key, status, version, identity });
    if (isAccepted(sent)) return true;
    if (!isAboutCaller(sent, Object.keys(status))) return false;
  }
  return false;
}
