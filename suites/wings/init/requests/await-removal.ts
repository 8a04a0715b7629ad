import { setTimeout as pause } from "node:timers/promises";
import type { ObjectKey } from "#contract";
import { objectIn, read } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";

/** Pauses between reads of a deleted object, in milliseconds. */
const pausesMs = [0, 50, 200];

/** For objects that the server deletes in the background. */
const longPausesMs = [...pausesMs, 500, 1000];

export function isGone(trial: Trial, key: ObjectKey): Promise<boolean> {
  return isGoneAfter(trial, key, pausesMs);
}

/** Like {@link isGone}, but waits as long as for an event. */
export function isGoneAtLast(trial: Trial, key: ObjectKey): Promise<boolean> {
  const { eventMs } = trial.means;
  return isGoneAfter(
    trial,
    key,
    longPausesMs.filter((pauseMs) => pauseMs < eventMs),
  );
}

async function isGoneAfter(
  trial: Trial,
  key: ObjectKey,
  pauses: readonly number[],
): Promise<boolean> {
  for (const pauseMs of pauses) {
    await pause(pauseMs, undefined, { signal: trial.means.signal });
    if (objectIn(await read(trial, key)) === undefined) return true;
  }
  return false;
}
