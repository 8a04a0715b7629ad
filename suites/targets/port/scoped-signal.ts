import { setMaxListeners } from "node:events";
import { onAbort } from "./on-abort.ts";

/** The longest that a timer of Node.js waits; one that is set to more fires at once. */
const longestTimerMs = 2_147_483_647;

/** What makes a scoped signal fire. */
export interface SignalScope {
  /** The timeout in milliseconds. None by default. */
  readonly limitMs?: number;
  /** When one of these fires, at once where one has fired before. */
  readonly within?: readonly AbortSignal[];
}

/** A signal for a piece of work. Disposing releases its timer and its listeners; it fires no more then. */
export interface ScopedSignal extends Disposable {
  readonly signal: AbortSignal;
  /** Whether it fired because the time was over. */
  readonly isOver: boolean;
}

/**
 * Starts a signal that fires when its time is over or another one fires.
 *
 * `AbortSignal.timeout` and `AbortSignal.any` promise the same, but Node.js 20 keeps the signals that they
 * give only weakly: one that nothing else holds is collected as garbage and never fires. Here the timer
 * and the other signals hold it until it is disposed. The timer keeps the process alive, as the work does.
 */
export function scopedSignal({ limitMs, within = [] }: SignalScope): ScopedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  // All requests of the work listen; many at the same time are no leak.
  setMaxListeners(0, signal);
  let isOver = false;
  const timer =
    limitMs === undefined
      ? undefined
      : setTimeout(
          () => {
            isOver = !signal.aborted;
            controller.abort(new DOMException(`timed out after ${limitMs} ms`, "TimeoutError"));
          },
          Math.min(limitMs, longestTimerMs),
        );
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
