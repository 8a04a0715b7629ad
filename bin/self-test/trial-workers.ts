import { on, setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Shard } from "#verdicts";
import { joinSurveys, readSurvey, surveyFaults } from "./fault-survey.ts";
import type { FaultSurvey } from "./fault-survey.ts";
import { readTrial, tryFault } from "./fault-trial.ts";
import type { Trial, TrialRequest } from "./fault-trial.ts";

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

/** Somebody who runs trials, several at a time. */
interface Crew extends AsyncDisposable {
  /** Trials that are always under way at once, and those that come beside while there is nothing else to do. */
  readonly lanes: { readonly steady: number; readonly spare: number };
  /** Looks on for a moment, and tells whether most of it was waiting. */
  isIdle(): Promise<boolean>;
  survey(part: Shard): Promise<FaultSurvey>;
  attempt(request: TrialRequest): Promise<Trial>;
}

/** Runs one trial for each name (`undefined` is the clean reference). Resolves with them in the order of the names. */
export async function runTrials(
  names: readonly (string | undefined)[],
  options: TrialOptions,
): Promise<readonly Trial[]> {
  const { signal, done } = options;
  const threads = Math.min(options.workers, names.length);
  const crews = Array.from({ length: Math.max(1, threads) }, () =>
    threads === 0 ? crewHere(signal) : crewInThread(signal),
  );
  const trials = new Map<number, Trial>();
  try {
    const survey: FaultSurvey = options.isSurveyed ? await surveyBy(crews) : new Map();
    const queue = [...longestFirst(names, survey)];
    const isOver = (): boolean => queue.length === 0 || signal.aborted;
    const next = async (crew: Crew): Promise<void> => {
      const [index, fault] = queue.shift() ?? [];
      if (index === undefined) return;
      const trial = await crew.attempt(requestOf(fault, survey));
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
  return names.flatMap((_, index) => trials.get(index) ?? []);
}

/**
 * Nobody shall begin with a long trial when all others are through. Longest are those of which no case can
 * be left out: the clean reference, and searches.
 */
function longestFirst(
  names: readonly (string | undefined)[],
  survey: FaultSurvey,
): readonly (readonly [number, string | undefined])[] {
  const lengthOf = (name: string | undefined): number =>
    (name === undefined ? undefined : survey.get(name)?.length) ?? Number.MAX_SAFE_INTEGER;
  return [...names.entries()].toSorted(([, one], [, other]) => lengthOf(other) - lengthOf(one));
}

function requestOf(fault: string | undefined, survey: FaultSurvey): TrialRequest {
  if (fault === undefined) return {};
  const reached = survey.get(fault);
  return { fault, ...(reached === undefined ? {} : { reached }) };
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
    attempt: (request) => tryFault(request, signal),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/**
 * While one trial waits for an event that its fault has swallowed, another goes on, and where both wait, two
 * more. Four at work at once would be slower each, and reach their limits on a busy machine.
 */
const lanesOfThread = { steady: 2, spare: 2 };

/** How long a thread is looked at, in milliseconds, and the part of it in which an idle one is at work. */
const idleLookMs = 100;
const idlePart = 0.5;

function crewInThread(signal: AbortSignal): Crew {
  const worker = new Worker(new URL("self-test-worker.js", import.meta.url));
  // Every trial under way listens; two of them are no leak, and neither are more.
  setMaxListeners(0, worker);
  /** Sends a request and resolves with the first message that `read` takes for its answer. */
  const ask = async <Answer>(
    request: Shard | TrialRequest,
    read: (sent: unknown) => Answer | undefined,
  ): Promise<Answer> => {
    worker.postMessage(request, []);
    for await (const [sent] of on(worker, "message", { signal, close: ["exit"] })) {
      const answer = read(sent);
      if (answer !== undefined) return answer;
    }
    throw new Error("a worker ended before its trial did");
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
        return trial.fault === request.fault ? trial : undefined;
      }),
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
