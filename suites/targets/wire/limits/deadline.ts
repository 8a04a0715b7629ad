import { onAbort } from "../../port/on-abort.ts";

export type DeadlineCause = "timeout" | "aborted";

/** A timeout combined with the caller's signal. Its owner must call `end`. */
export interface Deadline {
  /** Returns the reason why the deadline has passed. Undefined before that. */
  cause(): DeadlineCause | undefined;
  end(): void;
}

/**
 * Starts a deadline. Calls `passed` once: on the timeout, on an abort, or immediately if the signal has already
 * aborted. Uses a callback rather than a signal, because `AbortSignal.any` leaks on a long-lived signal, and an
 * `AbortController` per request is expensive.
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
