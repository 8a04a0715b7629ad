import { on, setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Shard } from "#verdicts";
import { joinSurveys, readSurvey, surveyFaults } from "./fault-survey.ts";
import type { FaultSurvey } from "./fault-survey.ts";
import { readTrial, tryFault } from "./fault-trial.ts";
import type { Trial, TrialRequest } from "./fault-trial.ts";
import { tryFreedoms } from "./freedom-trial.ts";
import type { FreedomRequest } from "./freedom-trial.ts";

export interface TrialOptions {
  /** Whether to survey first in which cases each fault makes a difference. The survey pays off with many trials. */
  readonly isSurveyed: boolean;
  /** Number of threads. With 0, trials run sequentially in the calling thread. */
  readonly workers: number;
  readonly done: (trial: Trial) => void;
  readonly signal: AbortSignal;
}

interface TrialWorker extends AsyncDisposable {
  /** Number of trials that always run concurrently, and of further trials that run while the thread is idle. */
  readonly lanes: { readonly steady: number; readonly spare: number };
  isIdle(): Promise<boolean>;
  survey(part: Shard): Promise<FaultSurvey>;
  attempt(request: AnyRequest): Promise<Trial>;
}

export type AnyRequest = TrialRequest | FreedomRequest;

/** Resolves with the results in the order of the requests. */
export async function runTrials(
  requests: readonly AnyRequest[],
  options: TrialOptions,
): Promise<readonly Trial[]> {
  const { signal, done } = options;
  const threads = Math.min(options.workers, requests.length);
  const workers = Array.from({ length: Math.max(1, threads) }, () =>
    threads === 0 ? localWorker(signal) : threadWorker(signal),
  );
  const trials = new Map<number, Trial>();
  try {
    const survey: FaultSurvey = options.isSurveyed ? await surveyBy(workers) : new Map();
    const queue = [...longestFirst(requests, survey)];
    const isOver = (): boolean => queue.length === 0 || signal.aborted;
    const next = async (worker: TrialWorker): Promise<void> => {
      const [index, request] = queue.shift() ?? [];
      if (index === undefined || request === undefined) return;
      const trial = withReach(await worker.attempt(withinReach(request, survey)), request, survey);
      trials.set(index, trial);
      done(trial);
    };
    const steady = async (worker: TrialWorker): Promise<void> => {
      while (!isOver()) await next(worker);
    };
    const spare = async (worker: TrialWorker): Promise<void> => {
      while (!isOver()) if (await worker.isIdle()) await next(worker);
    };
    const loops = workers.flatMap((worker) => [
      ...Array.from({ length: worker.lanes.steady }, () => steady(worker)),
      ...Array.from({ length: worker.lanes.spare }, () => spare(worker)),
    ]);
    await Promise.all(loops);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()));
  }
  return requests.flatMap((_, index) => trials.get(index) ?? []);
}

/**
 * Sorts trials longest first, so that no worker starts a long trial at the end. Trials that run every case come first:
 * searches, trials of freedoms, and the trial of the reference server without faults.
 */
function longestFirst(
  requests: readonly AnyRequest[],
  survey: FaultSurvey,
): readonly (readonly [number, AnyRequest])[] {
  const lengthOf = (request: AnyRequest): number =>
    ("freedoms" in request ? undefined : survey.get(request.fault ?? "")?.length) ??
    Number.MAX_SAFE_INTEGER;
  return [...requests.entries()].toSorted(([, one], [, other]) => lengthOf(other) - lengthOf(one));
}

function withinReach(request: AnyRequest, survey: FaultSurvey): AnyRequest {
  if ("freedoms" in request || request.fault === undefined) return request;
  if (request.under !== undefined) return request;
  const reached = reachedBy(request, survey);
  return { ...request, ...(reached === undefined ? {} : { reached }) };
}

/**
 * Returns the cases in which any of the faults makes a difference. Returns undefined if the cases are unknown for one
 * of the faults.
 */
function reachedBy(
  { fault, others = [] }: TrialRequest,
  survey: FaultSurvey,
): readonly string[] | undefined {
  const each = [fault, ...others].map((name) => survey.get(name ?? ""));
  return each.includes(undefined) ? undefined : [...new Set(each.flatMap((one) => one ?? []))];
}

/** Adds `reached` to a detailed trial, to show which cases the trial could have skipped. */
function withReach(trial: Trial, request: AnyRequest, survey: FaultSurvey): Trial {
  if ("freedoms" in request || request.isDetailed !== true) return trial;
  const reached = reachedBy(request, survey);
  return { ...trial, ...(reached === undefined ? {} : { reached }) };
}

export function attemptHere(request: AnyRequest, signal: AbortSignal): Promise<Trial> {
  return "freedoms" in request ? tryFreedoms(request, signal) : tryFault(request, signal);
}

function isOf(trial: Trial, request: AnyRequest): boolean {
  return "freedoms" in request
    ? String(trial.freedoms) === String(request.freedoms)
    : trial.freedoms === undefined &&
        trial.fault === request.fault &&
        String(trial.others) === String(request.others) &&
        String(trial.under) === String(request.under);
}

/** Every worker surveys a share of the cases. */
async function surveyBy(workers: readonly TrialWorker[]): Promise<FaultSurvey> {
  const count = workers.length;
  return joinSurveys(
    await Promise.all(workers.map((worker, turn) => worker.survey({ index: turn + 1, count }))),
  );
}

function localWorker(signal: AbortSignal): TrialWorker {
  return {
    lanes: { steady: 1, spare: 0 },
    isIdle: () => Promise.resolve(false),
    survey: (part) => surveyFaults(part, signal),
    attempt: (request) => attemptHere(request, signal),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/**
 * While one trial waits for an event that its fault dropped, another trial runs; if both wait, two more run. Four
 * active trials would slow each other down and exceed their time limits on a busy machine.
 */
const lanesOfThread = { steady: 2, spare: 2 };

/** Duration of the load measurement in milliseconds, and the utilization (from 0 to 1) below which a thread is idle. */
const idleLookMs = 100;
const idlePart = 0.5;

function threadWorker(signal: AbortSignal): TrialWorker {
  const worker = new Worker(new URL("self-test-worker.js", import.meta.url));
  // Every running trial adds a listener, so many listeners do not indicate a leak.
  setMaxListeners(0, worker);
  /** Resolves with the first message that `read` accepts. */
  const ask = async <Answer>(
    request: Shard | AnyRequest,
    read: (sent: unknown) => Answer | undefined,
  ): Promise<Answer> => {
    worker.postMessage(request, []);
    for await (const [sent] of on(worker, "message", { signal, close: ["exit"] })) {
      const answer = read(sent);
      if (answer !== undefined) return answer;
    }
    throw new Error("a worker exited before its trial finished");
  };
  return {
    lanes: lanesOfThread,
    isIdle: async () => {
      const before = worker.performance.eventLoopUtilization();
      await setTimeout(idleLookMs, undefined, { signal });
      return worker.performance.eventLoopUtilization(before).utilization < idlePart;
    },
    survey: (part) => ask(part, readSurvey),
    attempt: (request) =>
      ask(request, (sent) => {
        const trial = readTrial(sent);
        return isOf(trial, request) ? trial : undefined;
      }),
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
