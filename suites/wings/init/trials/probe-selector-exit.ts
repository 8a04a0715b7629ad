import type { ObjectKey, Semantics } from "#contract";
import { hasPlaceholder, selectors } from "#targets/graphql";
import type { KindDialect } from "#targets/graphql";
import { Listener, isAbout } from "../requests/listener.ts";
import {
  create,
  isAccepted,
  newKey,
  objectIn,
  read,
  remove,
  send,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Determines the event that a watch with a label selector delivers when an object stops matching. If an event for a
 * later object arrives first, the watch sent none. Resolves with undefined if watches have no label selector or ignore
 * it, if labels cannot be written, or if no event arrives at all.
 */
export async function probeSelectorExit(
  trial: Trial,
): Promise<Semantics["selectorExit"] | undefined> {
  const { kind, target, means } = trial;
  if (!canSelect(kind)) return undefined;
  const label = means.newName();
  const listener = new Listener();
  const [namespace] = kind.namespaces;
  const keys: ObjectKey[] = [];
  await using watch = await target.watch(
    {
      verb: "watch",
      identity: "author",
      kind: kind.name,
      selector: { probe: label },
      ...(namespace === undefined ? {} : { namespace }),
    },
    listener,
    means.signal,
  );
  void watch;
  try {
    const first = await shownFirst(trial, { label, listener, keys });
    if (first === undefined) return undefined;
    if (!(await relabel(trial, first))) return undefined;
    const other = await unlabelled(trial, keys);
    const last = await shownFirst(trial, { label, listener, keys });
    if (last === undefined) return undefined;
    const isIgnored = listener.events.some(isAbout(other, "ADDED"));
    return noted(trial, isIgnored ? undefined : exitOf(listener, first));
  } finally {
    for (const key of keys) await remove(trial, key);
  }
}

function canSelect({ operations, paths }: KindDialect): boolean {
  const watches = operations.watch.some((one) =>
    selectors.some((selector) => hasPlaceholder(one.arguments, selector)),
  );
  const writes = [...operations.create.slice(0, 1), ...operations.update.slice(0, 1)];
  const isLabelled = writes.every((one) => hasPlaceholder(one.arguments, "$labels"));
  return watches && isLabelled && writes.length === 2 && paths.labels !== undefined;
}

interface Labelled {
  readonly label: string;
  readonly listener: Listener;
  readonly keys: ObjectKey[];
}

/** Maximum number of objects to create until one is delivered. The first objects may precede the start of the watch. */
const maxObjects = 3;

async function shownFirst(
  trial: Trial,
  { label, listener, keys }: Labelled,
): Promise<ObjectKey | undefined> {
  const [spec = {}] = trial.kind.samples.specs;
  for (let count = 0; count < maxObjects; count += 1) {
    const key = newKey(trial);
    const labels = { probe: label };
    const command = { verb: "create", identity: "author", key, spec, labels } as const;
    if (!isAccepted(await send(trial, command))) return undefined;
    keys.push(key);
    if (await listener.until(isAbout(key, "ADDED"), trial.means.eventMs)) return key;
  }
  return undefined;
}

async function unlabelled(trial: Trial, keys: ObjectKey[]): Promise<ObjectKey> {
  const key = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  keys.push(key);
  await create(trial, key, spec);
  return key;
}

async function relabel(trial: Trial, key: ObjectKey): Promise<boolean> {
  const stored = objectIn(await read(trial, key));
  if (stored === undefined) return false;
  const { spec = {}, metadata } = stored;
  const { resourceVersion } = metadata;
  const labels = { probe: "another" };
  const command = { verb: "update", identity: "author", key, resourceVersion } as const;
  return isAccepted(await send(trial, { ...command, spec, labels }));
}

function exitOf(listener: Listener, key: ObjectKey): Semantics["selectorExit"] | undefined {
  if (listener.events.some(isAbout(key, "DELETED"))) return "deleted";
  return listener.events.some(isAbout(key, "MODIFIED")) ? "modified" : "silent";
}

function noted(
  trial: Trial,
  exit: Semantics["selectorExit"] | undefined,
): Semantics["selectorExit"] | undefined {
  const at = ["kinds", trial.kind.name, "semantics", "selectorExit"];
  if (exit === undefined)
    trial.notes.note(at, "low", "a watch with a label selector delivered an object without labels");
  else trial.notes.note(at, "high", `${exit}, as observed for an object whose labels changed`);
  return exit;
}
