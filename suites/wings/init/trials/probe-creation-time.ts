import { isObjectType } from "graphql";
import { isSameValue } from "#contract";
import type { ObjectKey } from "#contract";
import type { Dialect } from "#targets/graphql";
import { confirmedFields } from "../learning/confirm-fields.ts";
import type { ConfirmedField } from "../learning/confirm-fields.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { creationCandidates } from "../schema/field-candidates.ts";
import { wordsFor } from "../schema/role-words.ts";
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

/**
 * Removes the path of the creation time if a status write changes the field, such as a time of the last change. Also
 * removes it if the time is in the future, such as the end of a lease. A field with a common name for creation times
 * stays: a change of it is a defect.
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
  const work = async (trial: Trial): Promise<boolean> =>
    isAhead(objectIn(await read(trial, key))?.metadata.creationTimestamp) ||
    (await isChangedByWrite(trial, key));
  if ((await onTrial(dialect, kind.name, { shared, work })) !== true) return dialect;
  shared.notes.drop(["kinds", kind.name, "paths", "creationTimestamp"]);
  const { creationTimestamp: _, ...paths } = kind.paths;
  return withKind(dialect, { ...kind, paths });
}

/**
 * Finds the time of creation among fields whose names and types do not show it, as in a schema in another language: a
 * new object has the current time in it, and neither a status write nor a spec change changes it. Several such fields
 * are ambiguous.
 */
export async function learnCreationTime(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, key.kind);
  if (kind === undefined || kind.paths.creationTimestamp !== undefined) return dialect;
  const type = shared.means.schema.getType(kind.type ?? kind.name);
  const candidates = isObjectType(type) ? creationCandidates(type, kind.paths) : [];
  const isShown = async (trial: Trial): Promise<boolean> =>
    isRecent(objectIn(await read(trial, key))?.metadata.creationTimestamp) &&
    !(await isChangedByWrite(trial, key)) &&
    (await isKeptByUpdate(trial, key));
  const trials = { kind, part: "creationTimestamp", candidates, isShown } as const;
  const found: ConfirmedField[] = [];
  for await (const one of confirmedFields(dialect, trials, shared)) found.push(one);
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return dialect;
  shared.notes.note(
    ["kinds", kind.name, "paths", "creationTimestamp"],
    "high",
    "a new object had the current time in this field, and a write did not change it",
  );
  return only.dialect;
}

/** Maximum age of a test object, in milliseconds, with a tolerance for the endpoint's clock. */
const recentMs = 3_600_000;

/** Numbers above this limit are milliseconds rather than seconds. */
const firstMs = 100_000_000_000;

/** Time by which the endpoint's clock may be ahead, in milliseconds. */
const aheadMs = 30_000;

function isRecent(text: string | undefined): boolean {
  if (text === undefined || isAhead(text)) return false;
  return Date.now() - timeOf(text) < recentMs;
}

/** Whether a text is a date of now. A number may be an id, even if it is also a time. */
export function isRecentDate(text: string): boolean {
  return Number.isNaN(Number(text)) && isRecent(text);
}

function isAhead(text: string | undefined): boolean {
  return text !== undefined && timeOf(text) - Date.now() > aheadMs;
}

function timeOf(text: string): number {
  const number = Number(text);
  if (Number.isNaN(number)) return Date.parse(text);
  return number < firstMs ? number * 1000 : number;
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

/** Whether an update with another spec was accepted and kept the time. True if no operation updates specs. */
async function isKeptByUpdate(trial: Trial, key: ObjectKey): Promise<boolean> {
  const [operation] = trial.kind.operations.update;
  const before = objectIn(await read(trial, key));
  const spec = trial.kind.samples.specs.find((one) => !isSameValue(one, before?.spec ?? {}));
  if (operation === undefined) return true;
  if (before === undefined || spec === undefined) return false;
  const { resourceVersion, creationTimestamp } = before.metadata;
  const command = { verb: "update", identity: "author", via: operation.id, key } as const;
  const written = await send(trial, { ...command, resourceVersion, spec });
  const after = objectIn(await read(trial, key))?.metadata;
  return isAccepted(written) && after?.creationTimestamp === creationTimestamp;
}
