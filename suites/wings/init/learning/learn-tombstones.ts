import { setTimeout as pause } from "node:timers/promises";
import { isJsonObject } from "#contract";
import type { JsonValue, ObjectKey } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect, KindDialect, OutcomeMatcher } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  objectIn,
  read,
  remove,
  withKind,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

export interface Tombstones {
  readonly path: string;
  /** The value of the marker. Absent if it differs between objects, as a timestamp does. */
  readonly value?: true;
  /** Whether the name of a deleted object cannot be used again. */
  readonly isNameTaken: boolean;
}

/**
 * If reads still return a deleted object with a marker, such as `deleted: true`, the marker means not found in the
 * resulting dialect. Without a marker, the dialect is unchanged, because returning a deleted object is a violation.
 */
export async function learnTombstones(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const [operation] = kind?.operations.delete ?? [];
  if (kind === undefined || operation === undefined) return dialect;
  const found = await onTrial(dialect, name, { shared, work: markOf });
  if (found === undefined) return dialect;
  const { path, value, isNameTaken } = found;
  const matcher: OutcomeMatcher = {
    reason: "notFound",
    payload: { path, ...(value === undefined ? {} : { value }) },
    verbs: ["read"],
  };
  const { deletionTimestamp, ...otherPaths } = kind.paths;
  const paths = deletionTimestamp === path ? otherPaths : kind.paths;
  const outcomes = [matcher, ...dialect.outcomes];
  const marked = withKind({ ...dialect, outcomes }, { ...kind, paths });
  shared.notes.note(
    ["kinds", name, "operations", "delete", operation.id],
    "high",
    `it deleted an object, which reads still return with ${path}`,
  );
  if (!isNameTaken) return marked;
  const at = ["kinds", name, "semantics", "deletedName"];
  shared.notes.note(at, "high", "taken: a deleted object could not be created again");
  const semantics = { ...kind.semantics, deletedName: "taken" as const };
  return withKind(marked, { ...kind, paths, semantics });
}

/** Pauses between reads after a delete request, in milliseconds. A deletion may take some time to complete. */
const pausesMs = [50, 200, 800];

/**
 * Creates and deletes an object, and compares the reads before and after. Resolves with undefined if the object is no
 * longer returned or has no marker.
 */
export async function markOf(trial: Trial): Promise<Tombstones | undefined> {
  const { kind } = trial;
  const [spec = {}] = kind.samples.specs;
  const key = newKey(trial);
  if (!isAccepted(await create(trial, key, spec))) return undefined;
  const before = await read(trial, key);
  const removed = await remove(trial, key);
  if (removed === undefined || !isAccepted(removed)) return undefined;
  const last = await lastRead(trial, key);
  if (last === undefined) return undefined;
  const marks = markedBetween(kind, before, last);
  const [path, value] =
    marks.find(([name, one]) => one === true && tombstoneWord.test(name)) ??
    marks.find(([name, one]) => one === true || tombstoneWord.test(name)) ??
    [];
  if (path === undefined) return undefined;
  // A server may return the marker only until the deletion is complete.
  await pause(trial.means.eventMs, undefined, { signal: trial.means.signal });
  if (objectIn(await read(trial, key)) === undefined) return undefined;
  const isNameTaken = !isAccepted(await create(trial, key, spec));
  return { path, ...(value === true ? { value } : {}), isNameTaken };
}

/** Returns the fields of an object that were empty in one read and have a value in a later one. */
export function markedBetween(
  kind: KindDialect,
  before: Exchange,
  after: Exchange,
): readonly (readonly [path: string, value: JsonValue])[] {
  const known = leavesIn(before, kind);
  return [...leavesIn(after, kind)].filter(
    ([path, value]) => isEmpty(known.get(path)) && !isEmpty(value),
  );
}

const tombstoneWord = /archiv|delet|discard|remov|retir|tombston|trash/iu;

async function lastRead(trial: Trial, key: ObjectKey): Promise<Exchange | undefined> {
  let shown = await read(trial, key);
  for (const pauseMs of pausesMs) {
    if (objectIn(shown) === undefined) return undefined;
    await pause(pauseMs, undefined, { signal: trial.means.signal });
    shown = await read(trial, key);
  }
  return objectIn(shown) === undefined ? undefined : shown;
}

function leavesIn(
  { reply }: Exchange,
  { operations }: KindDialect,
): ReadonlyMap<string, JsonValue> {
  const [operation] = operations.read;
  const data = isJsonObject(reply?.body) ? reply.body["data"] : undefined;
  const value = (operation?.field.split(".") ?? []).reduce<JsonValue | undefined>(
    (inner, step) => (isJsonObject(inner) ? inner[step] : undefined),
    data,
  );
  return new Map(value === undefined ? [] : leavesOf(value));
}

function leavesOf(value: JsonValue, path = ""): readonly (readonly [string, JsonValue])[] {
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, inner]) =>
        leavesOf(inner, path === "" ? name : `${path}.${name}`),
      )
    : [[path, value]];
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === false || value === "";
}
