import type { ObjectKey } from "#contract";
import type { Dialect } from "#targets/graphql";
import { furtherReason } from "../kinds/kind-reader.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { kindNamed, objectIn, read, send, whyNot, withKind } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Reads an object with each operation except the first. Removes reads through interfaces and unions that did not find
 * the object from the dialect. Keeps reads of the kind's own type, with a note.
 */
export async function learnReads(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, key.kind);
  if (kind === undefined || kind.operations.read.length < 2) return dialect;
  const useless = await onTrial(dialect, key.kind, {
    shared,
    work: (trial) => uselessReads(trial, key),
  });
  if (useless === undefined || useless.length === 0) return dialect;
  const kept = kind.operations.read.filter(({ id }) => !useless.includes(id));
  return withKind(dialect, { ...kind, operations: { ...kind.operations, read: kept } });
}

async function uselessReads(trial: Trial, key: ObjectKey): Promise<readonly string[]> {
  const { kind, notes } = trial;
  const uid = objectIn(await read(trial, key))?.metadata.uid;
  if (uid === undefined) return [];
  const useless: string[] = [];
  for (const { id } of kind.operations.read.slice(1)) {
    const at = ["kinds", kind.name, "operations", "read", id];
    const exchange = await send(trial, { verb: "read", identity: "author", key, via: id });
    if (objectIn(exchange)?.metadata.uid === uid) {
      notes.note(at, "high", "it returned the same object as the first read");
    } else if (notes.at(at)?.reason === furtherReason) {
      useless.push(id);
    } else {
      notes.note(at, "low", `it did not return a new object: ${whyNot(exchange)}`);
    }
  }
  return useless;
}
