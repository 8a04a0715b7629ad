import type { ObjectKey } from "#contract";
import type { Dialect } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { wordsFor } from "../schema/role-words.ts";
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
 * Removes the path of the creation time if a status write changes the field, such as a time of the last change. A field
 * with a common name for creation times stays: a change of it is a defect.
 */
export async function withFixedCreationTime(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, key.kind);
  const path = kind?.paths.creationTimestamp;
  if (kind === undefined || path === undefined) return dialect;
  if (wordsFor("creationTimestamp", path.split(".").at(-1) ?? "")) return dialect;
  const work = (trial: Trial): Promise<boolean> => isChangedByWrite(trial, key);
  if ((await onTrial(dialect, kind.name, { shared, work })) !== true) return dialect;
  shared.notes.drop(["kinds", kind.name, "paths", "creationTimestamp"]);
  const { creationTimestamp: _, ...paths } = kind.paths;
  return withKind(dialect, { ...kind, paths });
}

async function isChangedByWrite(trial: Trial, key: ObjectKey): Promise<boolean> {
  const [operation] = trial.kind.operations.updateStatus;
  if (operation === undefined) return false;
  const first = objectIn(await read(trial, key))?.metadata;
  if (first?.creationTimestamp === undefined) return false;
  let version = first.resourceVersion;
  for (const status of trial.kind.samples.statuses) {
    const written = await writeStatus(trial, operation, { key, status, version });
    if (!isAccepted(written)) continue;
    const after = objectIn(await read(trial, key))?.metadata;
    if (after === undefined) return false;
    if (after.creationTimestamp !== first.creationTimestamp) return true;
    version = after.resourceVersion;
  }
  return false;
}
