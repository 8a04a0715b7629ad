import { setMaxListeners } from "node:events";
import { onAbort } from "./on-abort.ts";

/** Maximum delay of a Node.js timer; a timer with a larger delay fires immediately. */
const longestTimerMs = 2_147_483_647;

export interface SignalScope {
  /** The timeout in milliseconds. None by default. */
  readonly limitMs?: number;
  /** Called at the timeout. If it returns true, the timeout starts again. */
  readonly isProlonged?: () => boolean;
  /** Signals that abort the scoped signal. It aborts immediately if one of them has already aborted. */
  readonly within?: readonly AbortSignal[];
}

/** A signal for a piece of work. Disposing releases its timer and listeners; the signal then never aborts. */
export interface ScopedSignal extends Disposable {
  readonly signal: AbortSignal;
  /** Whether the signal aborted due to the timeout. */
  readonly isOver: boolean;
}

/**
 * Creates a signal that aborts on a timeout or with another signal, like `AbortSignal.timeout` and `AbortSignal.any`.
 * Node.js 20 references the signals of these functions only weakly, so an otherwise unreferenced signal is
 * garbage-collected and never aborts. The timer and the other signals reference the scoped signal until it is disposed.
 * The timer keeps the process alive.
 */
export function scopedSignal({ limitMs, isProlonged, within = [] }: SignalScope): ScopedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  // Every request of the work adds a listener, so many listeners are not a leak.
  setMaxListeners(0, signal);
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const start = (durationMs: number): void => {
    timer = setTimeout(
      () => {
        if (!signal.aborted && isProlonged?.() === true) return start(durationMs);
        isOver = !signal.aborted;
        controller.abort(new DOMException(`timed out after ${durationMs} ms`, "TimeoutError"));
      },
      Math.min(durationMs, longestTimerMs),
    );
  };
  if (limitMs !== undefined) start(limitMs);
  const releases = within.map((one) => onAbort(one, () => controller.abort(one.reason)));
  return {
    signal,
    get isOver() {
      return isOver;
    },
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      for (const release of releases) release();
    },
  };
}
