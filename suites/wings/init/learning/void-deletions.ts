import type { Dialect } from "#targets/graphql";
import { isGoneAtLast } from "../requests/await-removal.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { isNullReply } from "../requests/provoked.ts";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  remove,
  withKind,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/** Declares that deletions return no object if the object in their result is null after the deletion of an object. */
export async function learnVoidDeletions(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const [operation, ...others] = kind?.operations.delete ?? [];
  if (kind === undefined || operation === undefined || operation.result === null) return dialect;
  if ((await onTrial(dialect, name, { shared, work: deletesSilently })) !== true) return dialect;
  const at = ["kinds", name, "operations", "delete", operation.id];
  shared.notes.note(at, "high", "it deleted an object, and returned null instead of the object");
  const deletes = [{ ...operation, result: null }, ...others];
  return withKind(dialect, { ...kind, operations: { ...kind.operations, delete: deletes } });
}

async function deletesSilently(trial: Trial): Promise<boolean> {
  const [spec = {}] = trial.kind.samples.specs;
  const key = newKey(trial);
  if (!isAccepted(await create(trial, key, spec))) return false;
  return isNullReply(await remove(trial, key)) && (await isGoneAtLast(trial, key));
}
