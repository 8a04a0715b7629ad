import type { ObjectKey } from "#contract";
import type { Dialect, KindDialect, ObjectOperation } from "#targets/graphql";
import { isGoneAtLast } from "../requests/await-removal.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  remove,
  withKind,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/** Maximum number of mutations that are tested with an object each. */
const maxTried = 6;

/**
 * Finds the mutation that deletes objects, if no name shows it and several mutations only take the key of an object,
 * such as `ferryArrived` and `scrapFerry`. Tests each with an object of its own.
 */
export async function learnSpareDeletions(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const [first] = kind?.operations.delete ?? [];
  if (kind === undefined || first === undefined) return dialect;
  const at = ["kinds", name, "operations", "delete"];
  const { spares = [] } = shared.notes.at([...at, first.id]) ?? {};
  if (spares.length === 0) return dialect;
  const left: ObjectKey[] = [];
  for (const operation of [first, ...spares].slice(0, maxTried)) {
    const tried = withKind(dialect, withDeletion(kind, operation));
    const work = (trial: Trial): Promise<boolean> => deletes(trial, left);
    if ((await onTrial(tried, name, { shared, work })) !== true) continue;
    await onTrial(tried, name, { shared, work: (trial) => removeAll(trial, left) });
    shared.notes.drop([...at, first.id]);
    shared.notes.note([...at, operation.id], "high", "it deleted an object");
    return tried;
  }
  return dialect;
}

function withDeletion(kind: KindDialect, operation: ObjectOperation): KindDialect {
  return { ...kind, operations: { ...kind.operations, delete: [operation] } };
}

/** Whether the mutation deletes a new object. Otherwise, adds the object to those that are left. */
async function deletes(trial: Trial, left: ObjectKey[]): Promise<boolean> {
  const [spec = {}] = trial.kind.samples.specs;
  const key = newKey(trial);
  if (!isAccepted(await create(trial, key, spec))) return false;
  const removed = await remove(trial, key);
  const isDeleted =
    removed !== undefined && isAccepted(removed) && (await isGoneAtLast(trial, key));
  if (!isDeleted) left.push(key);
  return isDeleted;
}

async function removeAll(trial: Trial, keys: readonly ObjectKey[]): Promise<void> {
  for (const key of keys) await remove(trial, key);
}
