import type { ObjectKey } from "#contract";
import type { Target } from "#targets";
import { Recorder } from "./recorder.ts";
import { removeObject } from "./remove-object.ts";
import type { Removed } from "./remove-object.ts";

/** One object that a run has left, and what became of it. */
export interface CleanedUp {
  readonly key: ObjectKey;
  readonly removed: Removed;
}

/**
 * Removes what a run has left, as the author: all at once, and what others depend on after everything else.
 * Doing it twice is harmless.
 */
export async function cleanUp(
  target: Target,
  { first, last }: { readonly first: readonly ObjectKey[]; readonly last: readonly ObjectKey[] },
  signal: AbortSignal,
): Promise<readonly CleanedUp[]> {
  const recorder = new Recorder({ target, trace: () => {}, now: () => 0 });
  const removeAll = (keys: readonly ObjectKey[]): Promise<readonly CleanedUp[]> =>
    Promise.all(
      keys.map(async (key) => ({ key, removed: await removeObject(recorder, key, signal) })),
    );
  return [...(await removeAll(first)), ...(await removeAll(last))];
}
