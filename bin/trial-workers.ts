import { on, setMaxListeners } from "node:events";
import { Worker } from "node:worker_threads";
import { readTrial, tryFault } from "./fault-trial.ts";
import type { Trial, TrialRequest } from "./fault-trial.ts";

/** How trials are run. */
export interface TrialOptions {
  /** Look with every fault at everything, also at what no fault is known to break by the way. */
  readonly isThorough: boolean;
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
  const { isThorough } = options;
  const queue = names.entries();
  const trials = new Map<number, Trial>();
  const work: Work = async (attempt) => {
    for (const [index, fault] of queue) {
      if (options.signal.aborted) return;
      const trial = await attempt({ isThorough, ...(fault === undefined ? {} : { fault }) });
      trials.set(index, trial);
      options.done(trial);
    }
  };
  const threads = Math.min(options.workers, names.length);
  if (threads === 0) await work((wanted) => tryFault(wanted, options.signal));
  else await Promise.all(Array.from({ length: threads }, () => inThread(work, options.signal)));
  return names.flatMap((_, index) => trials.get(index) ?? []);
}

/** Trials under way in one thread: while one waits for an event that its fault has swallowed, another goes on. */
const trialsPerThread = 2;

type Work = (attempt: (wanted: TrialRequest) => Promise<Trial>) => Promise<void>;

async function inThread(work: Work, signal: AbortSignal): Promise<void> {
  const worker = new Worker(new URL("self-test-worker.js", import.meta.url));
  // Every trial under way listens; two of them are no leak, and neither are more.
  setMaxListeners(0, worker);
  const attempt = async (wanted: TrialRequest): Promise<Trial> => {
    worker.postMessage(wanted, []);
    for await (const [sent] of on(worker, "message", { signal, close: ["exit"] })) {
      const trial = readTrial(sent);
      if (trial.fault === wanted.fault) return trial;
    }
    throw new Error("a worker ended before its trial did");
  };
  try {
    await Promise.all(Array.from({ length: trialsPerThread }, () => work(attempt)));
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await worker.terminate();
  }
}

/** Threads need the compiled file of the worker; the sources alone run in this thread. */
export const canUseThreads: boolean = import.meta.url.endsWith(".js");
