import { create, newKey, objectIn, remove, send } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";

/**
 * Creates two objects with the same name, if objects are identified by server-assigned ids. Resolves with `accepted` if
 * the endpoint accepts both, and with undefined if it rejects the second one, as the contract requires.
 */
export async function probeTakenName(trial: Trial): Promise<"accepted" | undefined> {
  const { kind, notes } = trial;
  const [spec = {}] = kind.samples.specs;
  if (kind.paths.uid === kind.paths.name) return undefined;
  const key = newKey(trial);
  const first = objectIn(await create(trial, key, spec));
  const second = objectIn(await create(trial, key, spec));
  const areTwo =
    first !== undefined && second !== undefined && first.metadata.uid !== second.metadata.uid;
  await remove(trial, key);
  if (!areTwo) return undefined;
  // The second create request replaced the cached id of the first object. A list restores it.
  const { namespace } = key;
  const place = namespace === undefined ? {} : { namespace };
  const listed = await send(trial, { verb: "list", identity: "author", kind: kind.name, ...place });
  if (listed.outcome.result === "list") await remove(trial, key);
  const at = ["kinds", kind.name, "semantics", "takenName"];
  notes.note(at, "high", "accepted: two objects had the same name and different ids");
  return "accepted";
}
