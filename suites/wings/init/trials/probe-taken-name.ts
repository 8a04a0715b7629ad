import type { ObjectKey, Resource } from "#contract";
import { create, newKey, objectIn, remove, send } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

export interface TakenName {
  readonly takenName: "accepted";
  /** Whether another object with the same spec is rejected: the name is unique only together with other fields. */
  readonly isRefusedWithSameSpec: boolean;
}

/**
 * Creates two objects with the same name, if server-assigned ids identify objects. Resolves with `accepted` if the
 * endpoint stores both, at least with different specs. Resolves with undefined if it rejects the second one, as the
 * contract requires. If the second one replaces the first, also resolves with undefined, because a run reports that.
 */
export async function probeTakenName(trial: Trial): Promise<TakenName | undefined> {
  const { kind, notes } = trial;
  const [spec = {}, other = spec] = kind.samples.specs;
  if (kind.paths.uid === kind.paths.name) return undefined;
  const key = newKey(trial);
  const first = objectIn(await create(trial, key, spec));
  const again = objectIn(await create(trial, key, spec));
  const second = again ?? objectIn(await create(trial, key, other));
  const areTwo =
    first !== undefined && second !== undefined && first.metadata.uid !== second.metadata.uid;
  const isReplaced = areTwo && isWithout(await list(trial, key), first, second);
  await remove(trial, key);
  if (!areTwo || isReplaced) return undefined;
  // The second create request replaced the cached id of the first object. A list restores it.
  const listed = await list(trial, key);
  if (listed !== undefined) await remove(trial, key);
  const at = ["kinds", kind.name, "semantics", "takenName"];
  const isRefusedWithSameSpec = again === undefined;
  const which = isRefusedWithSameSpec ? "two objects with different specs" : "two objects";
  notes.note(at, "high", `accepted: ${which} had the same name and different ids`);
  return { takenName: "accepted", isRefusedWithSameSpec };
}

async function list(
  trial: Trial,
  { namespace }: ObjectKey,
): Promise<readonly Resource[] | undefined> {
  const place = namespace === undefined ? {} : { namespace };
  const command = { verb: "list", identity: "author", kind: trial.kind.name, ...place } as const;
  const { outcome } = await send(trial, command);
  return outcome.result === "list" ? outcome.items : undefined;
}

/** Whether a list contains the second object but not the first. */
function isWithout(
  items: readonly Resource[] | undefined,
  first: Resource,
  second: Resource,
): boolean {
  const has = ({ metadata: { uid } }: Resource): boolean =>
    items?.some(({ metadata }) => metadata.uid === uid) === true;
  return has(second) && !has(first);
}
