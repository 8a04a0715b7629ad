import type { ObjectKey, ResourceVersion } from "#contract";
import type { Dialect } from "#targets/graphql";
import { Listener } from "./listener.ts";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";
import { isListed } from "./root-fields.ts";
import type { RootField } from "./root-fields.ts";
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
} from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";

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

/**
 * Removes a live query that skips states from the dialect. Such a query delivers the current collection rather than
 * every change, so rules about events do not apply.
 */
export async function withoutSkippingQuery(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = dialect.kinds.find((one) => one.name === name);
  const [operation, ...others] = kind?.operations.watch ?? [];
  if (kind === undefined || operation?.shape !== "collection") return dialect;
  const skipped = await onTrial(dialect, name, { shared, work: skippedIn });
  if (skipped === undefined || skipped === 0) return dialect;
  const reason = `${operation.field} is a live query: it delivered the latest state, but not ${skipped} of ${burst} changes before it`;
  shared.notes.note(["kinds", name, "operations", "watch"], "high", reason);
  return withKind(dialect, { ...kind, operations: { ...kind.operations, watch: others } });
}

/**
 * Counts the states of one object that a watch skipped. Resolves with zero if the watch did not deliver the last state.
 */
async function skippedIn(trial: Trial): Promise<number> {
  const { kind, target, means } = trial;
  const [namespace] = kind.namespaces;
  const place = namespace === undefined ? {} : { namespace };
  const listener = new Listener();
  const command = { verb: "watch", identity: "author", kind: kind.name, ...place } as const;
  await using watch = await target.watch(command, listener, means.signal);
  void watch;
  const key = newKey(trial);
  const [spec = {}] = kind.samples.specs;
  await create(trial, key, spec);
  await listener.until(({ object }) => object?.metadata.name === key.name, means.eventMs);
  const written = await writeAll(trial, key);
  const last = written.at(-1);
  const isLast = await listener.until(
    ({ object }) => object?.metadata.name === key.name && object.metadata.resourceVersion === last,
    means.eventMs,
  );
  await remove(trial, key);
  if (!isLast) return 0;
  const seen = new Set(listener.events.map(({ resourceVersion }) => resourceVersion));
  return written.filter((version) => !seen.has(version)).length;
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
