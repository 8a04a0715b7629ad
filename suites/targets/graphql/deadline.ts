import { onAbort } from "./on-abort.ts";

/** A limit in time joined with the caller's wish to stop. It has an owner, who must call `end`. */
export interface Deadline {
  /** Aborts at whichever comes first. */
  readonly signal: AbortSignal;
  /** Which of the two it was; `undefined` while neither has happened. */
  cause(): "timeout" | "aborted" | undefined;
  /** Releases the timer and the listener. */
  end(): void;
}

/**
 * Starts a deadline. Unlike `AbortSignal.any` with `AbortSignal.timeout` it leaves nothing behind on
 * a caller's signal that lives as long as a run.
 */
export function startDeadline(limitMs: number, signal: AbortSignal): Deadline {
  const controller = new AbortController();
  let cause: "timeout" | "aborted" | undefined;
  const stop = (reason: "timeout" | "aborted"): void => {
    cause ??= reason;
    controller.abort();
  };
  const timer = setTimeout(() => stop("timeout"), limitMs);
  const release = onAbort(signal, () => stop("aborted"));
  return {
    signal: controller.signal,
    cause: () => cause,
    end: () => {
      clearTimeout(timer);
      release();
    },
  };
}
