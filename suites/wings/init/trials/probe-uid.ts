import type { ObjectKey } from "#contract";
import type { Dialect } from "#targets/graphql";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  objectIn,
  read,
  remove,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import type { Shared } from "../requests/on-trial.ts";
import { confirmedFields } from "../learning/confirm-fields.ts";
import type { ConfirmedField } from "../learning/confirm-fields.ts";
import { isRecentDate } from "./probe-creation-time.ts";

/**
 * Determines which of several fields is the uid: a write preserves its value, and a recreated object has a different
 * value. A time of creation is none.
 */
export async function learnUid(
  dialect: Dialect,
  { kind: name }: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  if (kind === undefined) return dialect;
  const at = ["kinds", name, "paths", "uid"];
  const { paths } = kind;
  const { alternatives = [] } = shared.notes.at(at) ?? {};
  if (alternatives.length === 0) return dialect;
  const own = paths.uid === paths.name ? [] : [paths.uid];
  const free = alternatives.filter((path) => path !== paths.resourceVersion);
  const candidates = [...new Set([...own, ...free])];
  const trial = { kind, part: "uid", candidates, isShown: namesIncarnation } as const;
  const shown: ConfirmedField[] = [];
  for await (const one of confirmedFields(dialect, trial, shared)) shown.push(one);
  const [first, ...others] = shown;
  if (first === undefined) return dialect;
  const reason =
    "a write did not change it, and a new object with the same name had a different value";
  shared.notes.add({
    path: at,
    confidence: others.length === 0 ? "high" : "medium",
    reason: others.reduce((text, { path }) => `${text}; or ${path}`, reason),
    alternatives: others.map(({ path }) => path),
  });
  return first.dialect;
}

async function namesIncarnation(trial: Trial): Promise<boolean> {
  const key = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  try {
    const made = objectIn(await create(trial, key, spec));
    // Objects that are created at the same moment have the same time of creation.
    if (made === undefined || isRecentDate(made.metadata.uid)) return false;
    const written = await uidAfterWrite(trial, key);
    if (written !== made.metadata.uid) return false;
    const removed = await remove(trial, key);
    if (removed === undefined || !isAccepted(removed)) return false;
    const successor = objectIn(await create(trial, key, spec));
    return successor !== undefined && successor.metadata.uid !== written;
  } finally {
    await remove(trial, key);
  }
}

async function uidAfterWrite(trial: Trial, key: ObjectKey): Promise<string | undefined> {
  const [operation] = trial.kind.operations.updateStatus;
  for (const status of trial.kind.samples.statuses) {
    const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
    if (operation === undefined || version === undefined) return undefined;
    const written = await writeStatus(trial, operation, { key, status, version });
    if (isAccepted(written)) return objectIn(await read(trial, key))?.metadata.uid;
  }
  return undefined;
}
