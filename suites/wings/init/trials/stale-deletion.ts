import type { ObjectKey, ResourceVersion } from "#contract";
import type { Exchange } from "#targets";
import { hasPlaceholder } from "#targets/graphql";
import type { ObjectOperation } from "#targets/graphql";
import { fallenCounts } from "../requests/payload-signs.ts";
import { placesOf, provoked } from "../requests/provoked.ts";
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
 * Triggers the errors of deletions that specify a version, and those of all deletions but the first for a missing
 * object. A deletion of several objects by filter often returns the number of deleted objects instead of an error.
 * Resolves with the response of the first mutation to a stale version.
 */
export async function staleDeletion(trial: Trial): Promise<Exchange | undefined> {
  const tried: (Exchange | undefined)[] = [];
  for (const [index, operation] of trial.kind.operations.delete.entries()) {
    const isVersioned = hasPlaceholder(operation.arguments, "$resourceVersion");
    tried.push(isVersioned || index > 0 ? await tryDeletion(trial, operation, index) : undefined);
  }
  return tried[0];
}

async function tryDeletion(
  trial: Trial,
  operation: ObjectOperation,
  index: number,
): Promise<Exchange | undefined> {
  const [spec = {}, other = {}] = trial.kind.samples.specs;
  const key = newKey(trial);
  const old = objectIn(await create(trial, key, spec))?.metadata.resourceVersion;
  if (old === undefined) return undefined;
  const update = { verb: "update", identity: "author", key, resourceVersion: old } as const;
  if (trial.kind.operations.update.length > 0) await send(trial, { ...update, spec: other });
  const version = await versionOf(trial, key);
  const isVersioned = hasPlaceholder(operation.arguments, "$resourceVersion") && version !== old;
  const stale = isVersioned ? await removeBy(trial, operation, { key, version: old }) : undefined;
  // A mutation that ignores the version has deleted the object.
  if (version === undefined || (await versionOf(trial, key)) !== version) return undefined;
  const removed = await removeBy(trial, operation, { key, version });
  if (!isAccepted(removed)) {
    await remove(trial, key);
    return undefined;
  }
  const about = { verb: "delete", key } as const;
  const countsIn = (exchange: Exchange): readonly string[] =>
    fallenCounts({ exchange, ...placesOf(trial) }, removed);
  if (stale !== undefined) {
    const current = String(version);
    provoked(trial, { ...about, reason: "conflict", current, counts: countsIn(stale) }, stale);
  }
  if (index > 0) {
    const again = await removeBy(trial, operation, { key, version });
    provoked(trial, { ...about, reason: "notFound", counts: countsIn(again) }, again);
  }
  return stale;
}

async function versionOf(trial: Trial, key: ObjectKey): Promise<ResourceVersion | undefined> {
  return objectIn(await read(trial, key))?.metadata.resourceVersion;
}

function removeBy(
  trial: Trial,
  { id, arguments: tree }: ObjectOperation,
  { key, version }: { readonly key: ObjectKey; readonly version: ResourceVersion },
): Promise<Exchange> {
  const isVersioned = hasPlaceholder(tree, "$resourceVersion");
  return send(trial, {
    verb: "delete",
    identity: "author",
    via: id,
    key,
    ...(isVersioned ? { resourceVersion: version } : {}),
  });
}
