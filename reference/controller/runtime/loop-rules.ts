import type { Resource, WatchEnd } from "#contract";
import { StatusNotWritten } from "../status-writer/status-not-written.ts";

/** What follows the end of a watch. */
export type AfterWatch = "resume" | "relist" | "stop";

/** What a pause is decided from. */
export interface Failure {
  /** How often in a row it failed, from 1. */
  readonly failures: number;
  /** From 0 up to, not including, 1. */
  readonly chance: number;
  /** Why; absent where a list or a watch failed. */
  readonly error?: unknown;
}

/** The decisions of the loop around the reconciles, one by one. */
export interface LoopRules {
  /** Whether a change of an object is a reason to reconcile it. */
  readonly isReason: (before: Resource | undefined, after: Resource) => boolean;
  readonly afterWatch: (end: WatchEnd) => AfterWatch;
  /** The pause before a retry, in milliseconds. Absent for no retry. */
  readonly pauseMs: (failure: Failure) => number | undefined;
  /** The time after which a reconciled object is reconciled again without a reason. Never by default. */
  readonly resyncMs: number | undefined;
  /** Whether an object is left in peace until the watch shows what was written to it. */
  readonly awaitsOwnWrites: boolean;
}

/** The pause after a first failure, in milliseconds; doubles each time. */
const firstPauseMs = 50;

/**
 * The same after a write that failed: what is forbidden or invalid stays so for a while, a conflict that
 * came back with each retry is with somebody who is busy just now, and a server that does not answer has
 * enough to do.
 */
const firstPauseAfterWriteMs = 1_000;

/** The longest pause after a failure, in milliseconds. */
const longestPauseMs = 30_000;

/** How the loop decides. */
export const correctLoopRules: LoopRules = {
  // A predicate on generations would miss what others do to the status; the guard against writing the
  // same again is what keeps the controller's own events from causing more.
  isReason: () => true,
  afterWatch,
  pauseMs: ({ failures, chance, error }) => {
    const first = isOfServer(error) ? firstPauseAfterWriteMs : firstPauseMs;
    return Math.min(longestPauseMs, first * 2 ** Math.min(failures - 1, 20)) * (1 + chance);
  },
  resyncMs: undefined,
  awaitsOwnWrites: true,
};

/** What is refused once would be refused again from the same version; a broken stream can go on from it. */
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

/** Also where the reconcile failed beside it. */
function isOfServer(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOfServer);
  return error instanceof StatusNotWritten;
}
