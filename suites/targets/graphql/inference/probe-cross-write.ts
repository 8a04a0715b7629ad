import { jsonEquals } from "#contract";
import type { ForeignMembers, ObjectKey, Semantics } from "#contract";
import { isAccepted, objectIn, read, send } from "./draft.ts";
import type { Trial } from "./draft.ts";

/** Sends a spec along with a status. Undefined where a status mutation has no place for one. */
export async function probeCrossWrite(
  trial: Trial,
  key: ObjectKey,
): Promise<Semantics["crossWrite"] | undefined> {
  const { samples, operations, name } = trial.kind;
  const { updateStatus } = operations;
  const operation =
    updateStatus.find(({ beside }) => beside !== undefined) ??
    updateStatus.find(({ inside }) => inside !== undefined);
  const before = objectIn(await read(trial, key));
  const [status] = samples.statuses;
  const spec = samples.specs.find((one) => !jsonEquals(one, before?.spec));
  const at = ["kinds", name, "semantics", "crossWrite"];
  if (operation === undefined) {
    trial.notes.note(at, "medium", "not tried: no status mutation has a place for a spec");
    return undefined;
  }
  if (before === undefined || status === undefined || spec === undefined) return undefined;
  const foreign: ForeignMembers = {
    place: operation.beside === undefined ? "inside" : "beside",
    members: { spec },
  };
  const { resourceVersion } = before.metadata;
  const written = await send(trial, {
    verb: "updateStatus",
    identity: "controller",
    via: operation.id,
    key,
    status,
    resourceVersion,
    foreign,
  });
  const after = objectIn(await read(trial, key));
  if (!isAccepted(written)) {
    const isSaid = written.outcome.result === "refused";
    if (isSaid) trial.notes.note(at, "high", `rejected: ${operation.id} refused a spec`);
    return isSaid ? "rejected" : undefined;
  }
  const isStored = !jsonEquals(after?.spec, before.spec);
  if (isStored)
    trial.notes.note(at, "low", `${operation.id} stored a spec, which no policy allows`);
  else trial.notes.note(at, "high", `ignored: ${operation.id} took a spec, and it was not stored`);
  return isStored ? undefined : "ignored";
}
