import type { ObjectKey } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
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

type Verb = "update" | "updateStatus";

/**
 * Decides whether mutations that could write both sides write the spec or the status. If the endpoint rejects a sample
 * of one side through such a mutation and accepts it through another, removes the rejected guess. Otherwise,
 * permissions decide which fields a caller may write, so the guess stays.
 */
export async function withSettledSides(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, key.kind);
  const reports = new Set(kind?.operations.updateStatus.map(({ id }) => id));
  const both = kind?.operations.update.filter(({ id }) => reports.has(id)) ?? [];
  if (kind === undefined || both.length === 0) return dialect;
  const disproved = async (verb: Verb): Promise<readonly string[]> => {
    const rejected = await onTrial(dialect, key.kind, {
      shared,
      work: (trial) => rejectedAmong(trial, key, verb),
    });
    const ids = rejected?.filter((id) => both.some((one) => one.id === id)) ?? [];
    for (const path of ids.flatMap((id) => [[id], [id, "mode"], [id, "arguments"]]))
      shared.notes.drop(["kinds", kind.name, "operations", verb, ...path]);
    return ids;
  };
  const [noReports, noUpdates] = [await disproved("updateStatus"), await disproved("update")];
  const { update, updateStatus } = kind.operations;
  const operations = {
    ...kind.operations,
    update: update.filter(({ id }) => !noUpdates.includes(id)),
    updateStatus: updateStatus.filter(({ id }) => !noReports.includes(id)),
  };
  return withKind(dialect, { ...kind, operations });
}

/** Resolves with the mutations that reject a sample. Empty if none accepts one. */
async function rejectedAmong(trial: Trial, key: ObjectKey, verb: Verb): Promise<readonly string[]> {
  const rejected: string[] = [];
  const { operations } = trial.kind;
  for (const { id } of operations[verb]) {
    const exchange = await written(trial, key, { verb, id });
    if (exchange?.outcome.result === "refused") rejected.push(id);
    else if (exchange === undefined || !isAccepted(exchange)) return [];
  }
  return rejected.length < operations[verb].length ? rejected : [];
}

async function written(
  trial: Trial,
  key: ObjectKey,
  { verb, id }: { readonly verb: Verb; readonly id: string },
): Promise<Exchange | undefined> {
  const { operations, samples } = trial.kind;
  const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
  const [status] = samples.statuses;
  const spec = samples.specs[1];
  if (version === undefined) return undefined;
  if (verb === "update") {
    const about = { verb, identity: "author", via: id, key, resourceVersion: version } as const;
    return spec === undefined ? undefined : send(trial, { ...about, spec });
  }
  const operation = operations.updateStatus.find((one) => one.id === id);
  if (operation === undefined || status === undefined) return undefined;
  return writeStatus(trial, operation, { key, status, version });
}
