import type { EventEmitter } from "node:events";
import { exitCodes } from "./exit-code.ts";

/** A request by the user or the system to stop. Disposing removes the listeners. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
  /**
   * Runs synchronous work that needs no cleanup. A signal during the work exits the process immediately, because a
   * handler could not run until the work finishes.
   */
  readonly runSync: <Result>(work: () => Result) => Result;
}

/** The system sends SIGHUP when the terminal is closed or its connection is lost. */
const stops = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Period, in milliseconds, during which further signals count as repeats of the first. `timeout` and `npm` send a
 * signal both to a process and to its group, so a single request arrives twice.
 */
const sameRequestMs = 500;

/** Turns the first signal to stop into an abort, so that a run can clean up, and exits on the second. */
export function listenForStop(
  source: EventEmitter,
  exit: (code: number) => void,
  nowMs: () => number = () => performance.now(),
): Interruption {
  const controller = new AbortController();
  let firstMs = 0;
  const stop = (): void => {
    if (!controller.signal.aborted) {
      firstMs = nowMs();
      controller.abort();
    } else if (nowMs() - firstMs >= sameRequestMs) {
      exit(exitCodes.interrupted);
    }
  };
  const listen = (): void => stops.forEach((name) => source.on(name, stop));
  const ignore = (): void => stops.forEach((name) => source.off(name, stop));
  let isDisposed = false;
  listen();
  return {
    signal: controller.signal,
    runSync: (work) => {
      controller.signal.throwIfAborted();
      ignore();
      try {
        return work();
      } finally {
        if (!isDisposed) listen();
      }
    },
    [Symbol.dispose]: () => {
      isDisposed = true;
      ignore();
    },
  };
}
