import type { Resource, WatchEnd } from "#contract";

/** What follows the end of a watch. */
export type AfterWatch = "resume" | "relist" | "stop";

/** The decisions of the loop around the reconciles, one by one. */
export interface LoopRules {
  /** Whether a change of an object is a reason to reconcile it. */
  readonly isReason: (before: Resource | undefined, after: Resource) => boolean;
  readonly afterWatch: (end: WatchEnd) => AfterWatch;
  /** The pause before a reconcile that failed is tried again, in milliseconds. Absent: it is not. */
  readonly pauseMs: (failures: number, chance: number) => number | undefined;
  /** The time after which a reconciled object is reconciled again without a reason. Absent: never. */
  readonly resyncMs: number | undefined;
}

/** The pause after a first failure, in milliseconds; doubles each time. As client-go's rate limiter. */
const firstPauseMs = 5;

/** The longest pause after a failure, in milliseconds. */
const longestPauseMs = 2_000;

/** How the loop decides. */
export const correctLoopRules: LoopRules = {
  // A predicate on generations would miss what others do to the status; the guard against writing the
  // same again is what keeps the controller's own events from causing more.
  isReason: () => true,
  afterWatch,
  pauseMs: (failures, chance) =>
    Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20)) * (1 + chance),
  resyncMs: undefined,
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
