import type { Resource, WatchEnd } from "#contract";
import { StatusNotWritten } from "../status-writer/status-not-written.ts";

export type AfterWatch = "resume" | "relist" | "stop";

export interface Failure {
  /** Number of consecutive failures, including the current one. */
  readonly failures: number;
  readonly chance: number;
  /** The error of a reconcile. Absent if a list or a watch failed. */
  readonly error?: unknown;
}

export interface LoopRules {
  readonly isReason: (before: Resource | undefined, after: Resource) => boolean;
  readonly afterWatch: (end: WatchEnd) => AfterWatch;
  /** Which lists trigger reconciles of their objects. */
  readonly reconcilesLists: "all" | "first";
  /** The pause before a retry, in milliseconds. Undefined if there is no retry. */
  readonly pauseMs: (failure: Failure) => number | undefined;
  /** Interval in milliseconds at which an object is reconciled without a change. Undefined disables resyncs. */
  readonly resyncMs: number | undefined;
  /** Interval in milliseconds at which a kind is listed instead of watched. If undefined, the kind is watched. */
  readonly listsEveryMs: number | undefined;
  /** Whether the initial events of a watch replace the list. */
  readonly streamsLists: boolean;
  /** Whether the first watch starts at the version of the list. Otherwise, it starts when it is opened. */
  readonly watchesFromList: boolean;
  /** Whether events during a pause wait until the pause is over. */
  readonly pausesForEvents: boolean;
  /** Whether the next reconcile waits until the watch shows the controller's own write. */
  readonly awaitsOwnWrites: boolean;
}

/** Pause after the first failure, in milliseconds, without jitter. Doubles with every further failure. */
const firstPauseMs = 50;

/**
 * Pause after the first failed write, in milliseconds, without jitter. It is long, because the possible causes last: a
 * forbidden or invalid write, a persistent conflict with another writer, or a server that does not respond.
 */
const firstPauseAfterWriteMs = 1_000;

/** Maximum pause after a failure, in milliseconds. Jitter can double it. */
const longestPauseMs = 30_000;

export const correctLoopRules: LoopRules = {
  // Every change triggers a reconcile, because a generation predicate would miss status changes by other writers. The
  // controller does not trigger itself, because it does not write an unchanged status.
  isReason: () => true,
  afterWatch,
  reconcilesLists: "all",
  pauseMs: ({ failures, chance, error }) => {
    const first = isOfServer(error) ? firstPauseAfterWriteMs : firstPauseMs;
    return Math.min(longestPauseMs, first * 2 ** Math.min(failures - 1, 20)) * (1 + chance);
  },
  resyncMs: undefined,
  listsEveryMs: undefined,
  streamsLists: false,
  watchesFromList: true,
  pausesForEvents: true,
  awaitsOwnWrites: true,
};

/** A server that rejected a watch would reject it again from the same version, but a broken stream can resume. */
function afterWatch(end: WatchEnd): AfterWatch {
  switch (end.end) {
    case "closed":
      return "stop";
    case "completed":
    case "lost":
      return "resume";
    case "refused":
    case "unintelligible":
    case "unsupported":
      return "relist";
  }
}

/** Whether a status write failed, possibly in addition to the reconcile. */
function isOfServer(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOfServer);
  return error instanceof StatusNotWritten;
}
