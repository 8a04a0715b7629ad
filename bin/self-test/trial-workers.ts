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

/** How trials are run. */
export interface TrialOptions {
  /** Find out first where each fault makes a difference. It pays where there are many trials. */
  readonly isSurveyed: boolean;
  /** How many threads; 0 runs one trial after the other in this one. */
  readonly workers: number;
  /** Called after each trial. */
  readonly done: (trial: Trial) => void;
  /** Ends all trials early. */
  readonly signal: AbortSignal;
}

/** A worker that runs several trials at a time. */
interface Crew extends AsyncDisposable {
  /** Trials that are always under way at once, and those that come beside while there is nothing else to do. */
  readonly lanes: { readonly steady: number; readonly spare: number };
  /** Looks on for a moment, and tells whether most of it was waiting. */
  isIdle(): Promise<boolean>;
  survey(part: Shard): Promise<FaultSurvey>;
  attempt(request: AnyRequest): Promise<Trial>;
}

/** A trial with a fault, with freedoms, or with neither. */
export type AnyRequest = TrialRequest | FreedomRequest;

/** Runs trials. Resolves with them in the order of the requests. */
export async function runTrials(
  requests: readonly AnyRequest[],
  options: TrialOptions,
): Promise<readonly Trial[]> {
  const { signal, done } = options;
  const threads = Math.min(options.workers, requests.length);
  const crews = Array.from({ length: Math.max(1, threads) }, () =>
    threads === 0 ? crewHere(signal) : crewInThread(signal),
  );
  const trials = new Map<number, Trial>();
  try {
    const survey: FaultSurvey = options.isSurveyed ? await surveyBy(crews) : new Map();
    const queue = [...longestFirst(requests, survey)];
    const isOver = (): boolean => queue.length === 0 || signal.aborted;
    const next = async (crew: Crew): Promise<void> => {
      const [index, request] = queue.shift() ?? [];
      if (index === undefined || request === undefined) return;
      const trial = withReach(await crew.attempt(withinReach(request, survey)), request, survey);
      trials.set(index, trial);
      done(trial);
    };
    const steady = async (crew: Crew): Promise<void> => {
      while (!isOver()) await next(crew);
    };
    const spare = async (crew: Crew): Promise<void> => {
      while (!isOver()) if (await crew.isIdle()) await next(crew);
    };
    const lanes = crews.flatMap((crew) => [
      ...Array.from({ length: crew.lanes.steady }, () => steady(crew)),
      ...Array.from({ length: crew.lanes.spare }, () => spare(crew)),
    ]);
    await Promise.all(lanes);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await Promise.all(crews.map((crew) => crew[Symbol.asyncDispose]()));
  }
  return requests.flatMap((_, index) => trials.get(index) ?? []);
}

/**
 * No worker should start a long trial after all others are done. The longest trials omit no case: the clean reference,
 * searches, and freedoms.
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
  const reached = reachedBy(request, survey);
  return { ...request, ...(reached === undefined ? {} : { reached }) };
}

/** The cases in which any of the faults makes a difference. Undefined where that of one is not known. */
function reachedBy(
  { fault, others = [] }: TrialRequest,
  survey: FaultSurvey,
): readonly string[] | undefined {
  const each = [fault, ...others].map((name) => survey.get(name ?? ""));
  return each.includes(undefined) ? undefined : [...new Set(each.flatMap((one) => one ?? []))];
}

/** What is kept in detail says as well what the trial could omit. */
function withReach(trial: Trial, request: AnyRequest, survey: FaultSurvey): Trial {
  if ("freedoms" in request || request.isDetailed !== true) return trial;
  const reached = reachedBy(request, survey);
  return { ...trial, ...(reached === undefined ? {} : { reached }) };
}

/** What a request asks for, in this process. */
export function attemptHere(request: AnyRequest, signal: AbortSignal): Promise<Trial> {
  return "freedoms" in request ? tryFreedoms(request, signal) : tryFault(request, signal);
}

function isOf(trial: Trial, request: AnyRequest): boolean {
  return "freedoms" in request
    ? String(trial.freedoms) === String(request.freedoms)
    : trial.freedoms === undefined &&
        trial.fault === request.fault &&
        String(trial.others) === String(request.others);
}

/** Every crew surveys some of the cases. */
async function surveyBy(crews: readonly Crew[]): Promise<FaultSurvey> {
  const count = crews.length;
  return joinSurveys(
    await Promise.all(crews.map((crew, turn) => crew.survey({ index: turn + 1, count }))),
  );
}

function crewHere(signal: AbortSignal): Crew {
  return {
    lanes: { steady: 1, spare: 0 },
    isIdle: () => Promise.resolve(false),
    survey: (part) => surveyFaults(part, signal),
    attempt: (request) => attemptHere(request, signal),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/**
 * While one trial waits for an event that its fault has swallowed, another goes on, and where both wait, two
 * more. Four at work at once would be slower each, and reach their limits on a busy machine.
 */
const lanesOfThread = { steady: 2, spare: 2 };

/**
 * How long the load of a thread is measured, in milliseconds, and the share of activity below which it counts as idle.
 */
const idleLookMs = 100;
const idlePart = 0.5;

function crewInThread(signal: AbortSignal): Crew {
  const worker = new Worker(new URL("self-test-worker.js", import.meta.url));
  // Every trial under way listens; two of them are no leak, and neither are more.
  setMaxListeners(0, worker);
  /** Sends a request and resolves with the first message that `read` takes for its answer. */
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
