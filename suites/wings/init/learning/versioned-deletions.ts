import { hasPlaceholder } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import { isAboutCaller } from "../requests/caller-refusals.ts";
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
  send,
  whyNot,
  withKind,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Lets deletions send the stored version, if the endpoint rejects one without a version and accepts the same one with
 * it. The schema does not show this if the version is optional.
 */
export async function learnVersionedDeletions(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const [first, ...others] = kind?.operations.delete ?? [];
  if (kind === undefined || first === undefined) return dialect;
  if (!hasPlaceholder(first.arguments, "$resourceVersion")) return dialect;
  const refusal = await onTrial(dialect, name, { shared, work: unversionedRefusal });
  if (refusal === undefined) return dialect;
  shared.notes.note(
    ["kinds", name, "operations", "delete", first.id, "requiresVersion"],
    "high",
    `a deletion without a version was rejected: ${refusal}`,
  );
  const deletions = [{ ...first, requiresVersion: true as const }, ...others];
  return withKind(dialect, { ...kind, operations: { ...kind.operations, delete: deletions } });
}

/** Resolves with the reason for rejecting a deletion without a version, if the same one with a version is accepted. */
async function unversionedRefusal(trial: Trial): Promise<string | undefined> {
  const [spec = {}] = trial.kind.samples.specs;
  const key = newKey(trial);
  if (!isAccepted(await create(trial, key, spec))) return undefined;
  const removed = await remove(trial, key);
  if (removed?.outcome.result !== "refused" || isAboutCaller(removed)) return undefined;
  const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
  if (version === undefined) return undefined;
  const deletion = { verb: "delete", identity: "author", key, resourceVersion: version } as const;
  return isAccepted(await send(trial, deletion)) ? whyNot(removed) : undefined;
}
