import type { ObjectKey } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { kindNamed, send, whyNot, withKind } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Removes from the dialect the list operations whose response is not a list, if another list contains the new object.
 * Their arguments, or the path in their response, were then guessed incorrectly. Keeps lists that lack the object,
 * because they may violate the contract.
 */
export async function withoutUnreadableLists(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, key.kind);
  if (kind === undefined || kind.operations.list.length < 2) return dialect;
  const work = (trial: Trial): Promise<Unreadable> => unreadableLists(trial, key);
  const unreadable = (await onTrial(dialect, key.kind, { shared, work })) ?? new Map();
  const list = kind.operations.list.filter(({ id }) => !unreadable.has(id));
  if (list.length === kind.operations.list.length) return dialect;
  for (const [id, why] of unreadable) {
    const reason = `omitted, because the endpoint did not return a list: ${why}`;
    shared.notes.note(["kinds", key.kind, "operations", "list", id], "low", reason);
  }
  return withKind(dialect, { ...kind, operations: { ...kind.operations, list } });
}

type Unreadable = ReadonlyMap<string, string>;

/** Finds the list operations that return no list, with the reason for each. Empty if no list contains the object. */
export async function unreadableLists(trial: Trial, key: ObjectKey): Promise<Unreadable> {
  const place = key.namespace === undefined ? {} : { namespace: key.namespace };
  const unreadable = new Map<string, string>();
  let isShown = false;
  for (const { id } of trial.kind.operations.list) {
    const command = {
      verb: "list",
      identity: "author",
      kind: key.kind,
      via: id,
      ...place,
    } as const;
    const listed = await send(trial, command);
    if (isUnreadable(listed)) unreadable.set(id, whyNot(listed));
    isShown ||= shows(listed, key);
  }
  return isShown ? unreadable : new Map();
}

function shows({ outcome }: Exchange, { name }: ObjectKey): boolean {
  return outcome.result === "list" && outcome.items.some(({ metadata }) => metadata.name === name);
}

/** Ignores rejections because of the caller or the load. */
function isUnreadable({ outcome }: Exchange): boolean {
  if (outcome.result === "unintelligible") return true;
  return (
    outcome.result === "refused" &&
    ["invalid", "notFound", "unclassified"].includes(outcome.refusal.reason)
  );
}
