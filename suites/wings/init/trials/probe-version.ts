import type { ObjectKey } from "#contract";
import { DialectMismatch } from "#targets/graphql";
import type { Dialect, DialectPath } from "#targets/graphql";
import { withCorrectedPaths } from "../operations/event-places.ts";
import {
  isAccepted,
  kindNamed,
  objectIn,
  read,
  send,
  withKind,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { withAlternatives } from "../schema/notebook.ts";
import type { Notebook } from "../schema/notebook.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { maxTried } from "../learning/confirm-fields.ts";

/**
 * Determines which of several fields with the same type contains the version: writes take it and change its value. A
 * field that may also be the uid is chosen only if a write confirms it. An entry with high confidence stays unchanged.
 */
export async function learnVersion(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, key.kind);
  if (kind === undefined) return dialect;
  const { uid, name, resourceVersion } = kind.paths;
  const { notes } = shared;
  const at = ["kinds", kind.name, "paths"];
  const guess = notes.at([...at, "resourceVersion"]);
  if (guess?.confidence === "high" || (await isMoved(dialect, key, shared)) !== false) {
    return dialect;
  }
  const isOwn = uid !== undefined && uid !== name;
  const others = [...(guess?.alternatives ?? []), ...(isOwn ? [uid] : [])];
  for (const candidate of [...new Set(others)].slice(0, maxTried)) {
    const swapped = candidate === uid ? { uid: resourceVersion } : {};
    const paths = { ...kind.paths, resourceVersion: candidate, ...swapped };
    const other = withKind(dialect, withCorrectedPaths(kind, paths));
    if ((await isMoved(other, key, shared)) !== true) continue;
    const reason = `a write changed it, and no write changed ${resourceVersion}`;
    notes.note([...at, "resourceVersion"], "high", reason);
    noteUid(other, [...others, resourceVersion], { at: [...at, "uid"], notes });
    return withListVersion(other, key, shared);
  }
  return dialect;
}

/** Adds a version to the lists that lack one, if a probe confirms that it has the same name as in objects. */
async function withListVersion(
  dialect: Dialect,
  { kind: name }: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const word = kind?.paths.resourceVersion.split(".").at(-1);
  const isOpen = kind?.operations.list.some((one) => one.resourceVersion === undefined) === true;
  if (kind === undefined || word === undefined || !isOpen) return dialect;
  const list = kind.operations.list.map((one) => ({ resourceVersion: word, ...one }));
  const tried = withKind(dialect, { ...kind, operations: { ...kind.operations, list } });
  try {
    const isSaid = await onTrial(tried, name, { shared, work: saysListVersion });
    return isSaid === true ? tried : dialect;
  } catch (error) {
    if (error instanceof DialectMismatch) return dialect;
    throw error;
  }
}

async function saysListVersion(trial: Trial): Promise<boolean> {
  const { kind } = trial;
  const [namespace] = kind.namespaces;
  const place = kind.scope === "cluster" || namespace === undefined ? {} : { namespace };
  const command = { verb: "list", identity: "author", kind: kind.name, ...place } as const;
  const { outcome } = await send(trial, command);
  return outcome.result === "list" && outcome.resourceVersion !== undefined;
}

/** Notes the fields that may be the uid, because an accepted write did not change them. */
function noteUid(
  { kinds }: Dialect,
  left: readonly string[],
  { at, notes }: { readonly at: DialectPath; readonly notes: Notebook },
): void {
  const paths = kinds.find(({ name }) => name === at[1])?.paths;
  const known = notes.at(at)?.alternatives ?? [];
  const alternatives = [...new Set([...known, ...left])].filter(
    (path) => path !== paths?.uid && path !== paths?.resourceVersion,
  );
  const reason = "an accepted write did not change it";
  notes.add({
    path: at,
    confidence: "medium",
    reason: withAlternatives(reason, alternatives),
    alternatives,
  });
}

/**
 * Whether a status write with the version as its precondition is accepted and changes the version. A write of the
 * stored status may keep the version, so all samples are written until one changes it. Undefined if no write could be
 * tested.
 */
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
    if (after !== version) return after === undefined ? undefined : true;
  }
  return false;
}
