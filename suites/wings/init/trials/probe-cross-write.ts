import { isSameValue } from "#contract";
import type { ForeignMembers, ObjectKey, Semantics } from "#contract";
import type { ForeignPlace } from "#targets";
import { isAccepted, objectIn, read, send } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Sends a spec in a status write, and resolves with the effect. Undefined if the spec cannot be sent, or if the
 * contract forbids the effect.
 */
export async function probeCrossWrite(
  trial: Trial,
  key: ObjectKey,
): Promise<Semantics["crossWrite"] | undefined> {
  const { samples, operations, name } = trial.kind;
  const { updateStatus } = operations;
  // A field that the schema does not declare would be rejected only because it is unknown.
  const found = placeFor(trial);
  const operation = updateStatus.find(({ id }) => id === found?.via);
  const before = objectIn(await read(trial, key));
  const [status] = samples.statuses;
  const spec = samples.specs.find((one) => !isSameValue(one, before?.spec));
  const at = ["kinds", name, "semantics", "crossWrite"];
  if (operation === undefined) return noteUntried(trial, at);
  if (before === undefined || status === undefined || spec === undefined) return undefined;
  const { place = "beside", path = "" } = found ?? {};
  const foreign: ForeignMembers = { place, members: { spec }, at: path };
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
    if (isSaid) trial.notes.note(at, "high", `rejected: ${operation.id} rejected a spec`);
    return isSaid ? "rejected" : undefined;
  }
  const isStored = !isSameValue(after?.spec, before.spec);
  if (isStored)
    trial.notes.note(at, "low", `${operation.id} stored a spec, which the contract never allows`);
  else
    trial.notes.note(at, "high", `ignored: ${operation.id} accepted a spec and did not store it`);
  return isStored ? undefined : "ignored";
}

/**
 * Notes why the spec was not sent: its path in the request is unknown, or the schema would reject it because no input
 * type has a field for it.
 */
function noteUntried(trial: Trial, at: readonly string[]): Semantics["crossWrite"] | undefined {
  if (specPlaces(trial).length === 0) {
    trial.notes.note(
      at,
      "medium",
      "not tested: no known field of a status write could contain a spec",
    );
    return undefined;
  }
  trial.notes.note(at, "high", "rejected: a status write has no field for a spec");
  return "rejected";
}

function specPlaces({ target, kind: { name } }: Trial): readonly ForeignPlace[] {
  const { foreignPlaces = [] } = target.description.kinds.find((one) => one.name === name) ?? {};
  return foreignPlaces.filter(
    ({ verb, part, isGuess }) => verb === "updateStatus" && part === "spec" && isGuess !== true,
  );
}

/** Finds a field of a status write that can contain a spec, preferably a declared field, otherwise an untyped one. */
function placeFor(trial: Trial): ForeignPlace | undefined {
  const places = specPlaces(trial);
  return (["declared", "open"] as const).flatMap((admission) => {
    const fitting = places.filter((one) => one.admission === admission);
    return [...fitting.filter(({ place }) => place === "beside"), ...fitting];
  })[0];
}
