import { isJsonObject } from "#contract";
import type { JsonValue, ObjectKey } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  remove,
  send,
  withKind,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Removes from the dialect the list operations that also return deleted objects, as lists for synchronization do. Such
 * a list sets a marker in the entry of a deleted object, such as `deleted: true`, and another list no longer contains
 * the object. Without a marker, the operation is kept, because a list of deleted objects is then a violation.
 */
export async function withoutTombstones(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  if (
    kind === undefined ||
    kind.operations.list.length < 2 ||
    kind.operations.delete.length === 0
  ) {
    return dialect;
  }
  const marked = (await onTrial(dialect, name, { shared, work: tombstonesIn })) ?? [];
  const list = kind.operations.list.filter(({ id }) => !marked.includes(id));
  if (list.length === kind.operations.list.length) return dialect;
  for (const id of marked) {
    const reason = "it also returns deleted objects, marked as deleted";
    shared.notes.note(["kinds", name, "operations", "list", id], "low", reason);
  }
  return withKind(dialect, { ...kind, operations: { ...kind.operations, list } });
}

/**
 * Finds the list operations that return a deleted object with a marker. Empty if every list still returns the object.
 */
export async function tombstonesIn(trial: Trial): Promise<readonly string[]> {
  const { kind } = trial;
  const [spec = {}] = kind.samples.specs;
  const key = newKey(trial);
  if (!isAccepted(await create(trial, key, spec))) return [];
  const before = await listedAs(trial, key);
  const removed = await remove(trial, key);
  if (removed === undefined || !isAccepted(removed)) return [];
  const after = await listedAs(trial, key);
  if (![...before.keys()].some((id) => !after.has(id))) return [];
  return [...after].flatMap(([id, entry]) => (isMarked(before.get(id), entry) ? [id] : []));
}

type Leaves = ReadonlyMap<string, JsonValue>;

async function listedAs(
  trial: Trial,
  { kind, name, namespace }: ObjectKey,
): Promise<ReadonlyMap<string, Leaves>> {
  const entries = new Map<string, Leaves>();
  const place = namespace === undefined ? {} : { namespace };
  for (const operation of trial.kind.operations.list) {
    const command = {
      verb: "list",
      identity: "author",
      kind,
      via: operation.id,
      ...place,
    } as const;
    const entry = entryIn(await send(trial, command), name);
    if (entry !== undefined) entries.set(operation.id, entry);
  }
  return entries;
}

function entryIn({ outcome, reply }: Exchange, name: string): Leaves | undefined {
  if (outcome.result !== "list") return undefined;
  const item = outcome.items.find(({ metadata }) => metadata.name === name);
  const body = reply?.body;
  return item === undefined || body === undefined
    ? undefined
    : entriesIn(body).find((leaves) =>
        [...leaves.values()].some((leaf) => isText(leaf, item.metadata.uid)),
      );
}

function entriesIn(value: JsonValue): readonly Leaves[] {
  const inner = isJsonObject(value) ? Object.values(value) : entriesOf(value);
  const below = inner.flatMap((one) => entriesIn(one));
  return isJsonObject(value) ? below : [...below, ...inner.map((one) => new Map(leavesOf(one)))];
}

function entriesOf(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function leavesOf(value: JsonValue, path = ""): readonly (readonly [string, JsonValue])[] {
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`))
    : [[path, value]];
}

/** Whether a field that was empty or false has a value since the deletion. */
function isMarked(before: Leaves | undefined, after: Leaves): boolean {
  return [...after].some(
    ([path, value]) => before !== undefined && isEmpty(before.get(path)) && !isEmpty(value),
  );
}

/** Whether a leaf equals a string, or is a number with the same digits. */
function isText(leaf: JsonValue, text: string): boolean {
  return leaf === text || (typeof leaf === "number" && String(leaf) === text);
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === false || value === "";
}
