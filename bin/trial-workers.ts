import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { readTrial, tryFault } from "./fault-trial.ts";
import type { Trial } from "./fault-trial.ts";

/** How trials are run. */
export interface TrialOptions {
  /** How many threads; 0 runs one trial after the other in this one. */
  readonly workers: number;
  /** Called after each trial. */
  readonly done: (trial: Trial) => void;
  /** Ends all trials early. */
  readonly signal: AbortSignal;
}

/** Runs one trial for each name (`undefined` is the clean reference). Resolves with them in the order of the names. */
export async function runTrials(
  names: readonly (string | undefined)[],
  options: TrialOptions,
): Promise<readonly Trial[]> {
  const queue = names.entries();
  const trials = new Map<number, Trial>();
  const work = async (attempt: (name: string | undefined) => Promise<Trial>): Promise<void> => {
    for (const [index, name] of queue) {
      if (options.signal.aborted) return;
      const trial = await attempt(name);
      trials.set(index, trial);
      options.done(trial);
    }
  };
  const threads = Math.min(options.workers, names.length);
  if (threads === 0) await work((name) => tryFault(name, options.signal));
  else await Promise.all(Array.from({ length: threads }, () => inThread(work, options.signal)));
  return names.flatMap((_, index) => trials.get(index) ?? []);
}

type Work = (attempt: (name: string | undefined) => Promise<Trial>) => Promise<void>;

async function inThread(work: Work, signal: AbortSignal): Promise<void> {
  const worker = new Worker(new URL("self-test-worker.js", import.meta.url));
  try {
    await work(async (name) => {
      const answer = once(worker, "message", { signal });
      worker.postMessage(name, []);
      const [trial] = await answer;
      return readTrial(trial);
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await worker.terminate();
  }
}

/** Threads need the compiled file of the worker; the sources alone run in this thread. */
export const canUseThreads: boolean = import.meta.url.endsWith(".js");
