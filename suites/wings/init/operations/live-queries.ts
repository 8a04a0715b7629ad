import type { ObjectKey, ResourceVersion, WatchEvent } from "#contract";
import type { Dialect } from "#targets/graphql";
import { Listener } from "../requests/listener.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { isListed } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import {
  create,
  isAccepted,
  newKey,
  objectIn,
  read,
  remove,
  send,
  withKind,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Whether a subscription is the live form of a query for a single object: it has the name, the type and the arguments
 * of that query.
 */
export function isLiveRead(field: RootField, queries: readonly RootField[]): boolean {
  return (
    !isListed(field.type) &&
    field.arguments.length > 0 &&
    queries.some(
      (query) =>
        query.path === field.path &&
        String(query.type) === String(field.type) &&
        argumentsOf(query) === argumentsOf(field),
    )
  );
}

function argumentsOf({ arguments: inputs }: RootField): string {
  return inputs.map(({ name, type }) => `${name}: ${String(type)}`).join();
}

const burst = 8;

/** Number of objects that are changed concurrently. */
const concurrency = 4;

/**
 * Removes a live query from the dialect if it skips states even though each write starts after the response to the one
 * before. Such a query delivers states too rarely for rules about events. Otherwise declares that it delivers states if
 * it skips some under concurrent writes. If it skips none, nothing is declared: it may skip some under a higher load.
 */
export async function withoutSkippingQuery(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = dialect.kinds.find((one) => one.name === name);
  const [operation, ...others] = kind?.operations.watch ?? [];
  if (kind === undefined || operation?.shape !== "collection") return dialect;
  const skippedOf = (objects: number): Promise<number | undefined> =>
    onTrial(dialect, name, { shared, work: (trial) => skippedIn(trial, objects) });
  const skipped = await skippedOf(1);
  if (skipped === undefined) return dialect;
  const found = (count: number): string =>
    `${operation.field} is a live query: it delivered the latest state, but not ${count} of `;
  if (skipped > 0) {
    const reason = `${found(skipped)}${burst} changes before it`;
    shared.notes.note(["kinds", name, "operations", "watch"], "high", reason);
    return withKind(dialect, { ...kind, operations: { ...kind.operations, watch: others } });
  }
  const combined = await skippedOf(concurrency);
  if (combined === undefined || combined === 0) return dialect;
  const reason = `${found(combined)}${burst * concurrency} concurrent changes before it`;
  shared.notes.note(["kinds", name, "semantics", "delivery"], "high", reason);
  return withKind(dialect, { ...kind, semantics: { ...kind.semantics, delivery: "states" } });
}

/**
 * Changes some objects concurrently, and counts the states that a watch skipped. Resolves with undefined if the watch
 * did not deliver the last state of each object, or if it skipped none of fewer states because writes failed.
 */
async function skippedIn(trial: Trial, objects: number): Promise<number | undefined> {
  const { kind, target, means } = trial;
  const [namespace] = kind.namespaces;
  const place = namespace === undefined ? {} : { namespace };
  const listener = new Listener();
  const command = { verb: "watch", identity: "author", kind: kind.name, ...place } as const;
  await using watch = await target.watch(command, listener, means.signal);
  void watch;
  const keys = Array.from({ length: objects }, () => newKey(trial));
  const [spec = {}] = kind.samples.specs;
  for (const key of keys) {
    await create(trial, key, spec);
    await listener.until(({ object }) => object?.metadata.name === key.name, means.eventMs);
  }
  const lives = await Promise.all(
    keys.map(async (key) => ({ key, written: await writeAll(trial, key) })),
  );
  let skipped = 0;
  let isLast = true;
  let isWhole = true;
  for (const { key, written } of lives) {
    const last = written.at(-1);
    isWhole &&= written.length === burst;
    isLast &&= await listener.until((event) => isState(event, key, last), means.eventMs);
    skipped += written.filter(
      (version) => !listener.events.some((event) => isState(event, key, version)),
    ).length;
  }
  for (const key of keys) await remove(trial, key);
  if (!isLast) return undefined;
  return isWhole || skipped > 0 ? skipped : undefined;
}

function isState(
  { object }: WatchEvent,
  { name }: ObjectKey,
  version: ResourceVersion | undefined,
): boolean {
  return object?.metadata.name === name && object.metadata.resourceVersion === version;
}

/** Changes an object several times. Resolves with its versions. */
async function writeAll(trial: Trial, key: ObjectKey): Promise<readonly ResourceVersion[]> {
  const written: ResourceVersion[] = [];
  let version = objectIn(await read(trial, key))?.metadata.resourceVersion;
  for (let count = 0; count < burst && version !== undefined; count += 1) {
    const reply = await writeOne(trial, key, { count, version });
    if (reply === undefined || !isAccepted(reply)) break;
    const { outcome } = reply;
    version =
      outcome.result === "object"
        ? outcome.object.metadata.resourceVersion
        : objectIn(await read(trial, key))?.metadata.resourceVersion;
    if (version !== undefined && version !== written.at(-1)) written.push(version);
  }
  return written;
}

function writeOne(
  trial: Trial,
  key: ObjectKey,
  { count, version }: { readonly count: number; readonly version: ResourceVersion },
): ReturnType<typeof send> | undefined {
  const { samples, operations } = trial.kind;
  const [operation] = operations.updateStatus;
  const status = samples.statuses[count % samples.statuses.length];
  if (operation !== undefined && status !== undefined) {
    return writeStatus(trial, operation, { key, status, version });
  }
  const spec = samples.specs[(count + 1) % samples.specs.length];
  if (operations.update.length === 0 || spec === undefined) return undefined;
  return send(trial, { verb: "update", identity: "author", key, resourceVersion: version, spec });
}

export function withLiveReads(
  subscriptions: readonly RootField[],
  queries: readonly RootField[],
): readonly RootField[] {
  return subscriptions.map((field) =>
    isLiveRead(field, queries) ? { ...field, isLiveRead: true } : field,
  );
}
