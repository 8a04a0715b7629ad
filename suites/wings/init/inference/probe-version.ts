import type { ObjectKey } from "#contract";
import type { Dialect } from "#targets/graphql";
import { isAccepted, kindNamed, objectIn, read, withKind, writeStatus } from "./draft.ts";
import type { Trial } from "./draft.ts";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";

/**
 * Tells version and uid apart where their types do not: the version is what a write has to name, and what it moves.
 * Takes the other one where only that is shown.
 */
export async function learnVersion(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, key.kind);
  const { uid, resourceVersion } = kind?.paths ?? {};
  if (kind === undefined || uid === undefined || resourceVersion === undefined) return dialect;
  if ((await isMoved(dialect, key, shared)) !== false) return dialect;
  const paths = { ...kind.paths, uid: resourceVersion, resourceVersion: uid };
  const other = withKind(dialect, { ...kind, paths });
  if ((await isMoved(other, key, shared)) !== true) return dialect;
  const at = ["kinds", kind.name, "paths"];
  const { notes } = shared;
  notes.note(
    [...at, "resourceVersion"],
    "high",
    `a write moved it, and none moved ${resourceVersion}`,
  );
  notes.note([...at, "uid"], "medium", "it stayed as it was in a write that was accepted");
  return other;
}

/** Whether a status write that names the version is accepted, and gives another one. Undefined: nothing was tried. */
function isMoved(dialect: Dialect, key: ObjectKey, shared: Shared): Promise<boolean | undefined> {
  const work = (trial: Trial): Promise<boolean | undefined> => moves(trial, key);
  return onTrial(dialect, key.kind, { shared, work });
}

async function moves(trial: Trial, key: ObjectKey): Promise<boolean | undefined> {
  const [operation] = trial.kind.operations.updateStatus;
  if (operation === undefined) return undefined;
  for (const status of trial.kind.samples.statuses) {
    const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
    if (version === undefined) return undefined;
    const written = await writeStatus(trial, operation, { key, status, version });
    if (!isAccepted(written)) continue;
    const after = objectIn(await read(trial, key))?.metadata.resourceVersion;
    return after === undefined ? undefined : after !== version;
  }
  return false;
}
