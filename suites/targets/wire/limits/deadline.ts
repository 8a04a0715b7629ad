import { onAbort } from "../../port/on-abort.ts";

/** What ended a wait before its time: its limit, or the caller's wish to stop. */
export type DeadlineCause = "timeout" | "aborted";

/** A limit in time joined with the caller's wish to stop. It has an owner, who must call `end`. */
export interface Deadline {
  /** Which of the two it was; `undefined` while neither has happened. */
  cause(): DeadlineCause | undefined;
  /** Releases the timer and the listener. */
  end(): void;
}

/**
 * Starts a deadline, which calls `passed` at whichever comes first, at once where the signal has fired
 * before. A callback and not a signal of its own: `AbortSignal.any` leaves something behind on a
 * caller's signal that lives as long as a run, and a controller for each request is not cheap.
 */
export function startDeadline(
  limitMs: number,
  signal: AbortSignal,
  passed: (cause: DeadlineCause) => void,
): Deadline {
  let cause: DeadlineCause | undefined;
  const stop = (reason: DeadlineCause): void => {
    if (cause !== undefined) return;
    cause = reason;
    passed(reason);
  };
  const timer = setTimeout(() => stop("timeout"), limitMs);
  const release = onAbort(signal, () => stop("aborted"));
  return {
    cause: () => cause,
    end: () => {
      clearTimeout(timer);
      release();
    },
  };
}
