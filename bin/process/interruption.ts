import type { EventEmitter } from "node:events";
import { exitCodes } from "./exit-code.ts";

/** The wish of a user or a system to stop. Disposing stops to listen for it. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
  /**
   * Does work that lasts and cannot be interrupted, and leaves nothing that has to be cleaned up. A signal that
   * arrives meanwhile ends the process at once, because a handler would only run after the work.
   */
  readonly atOnce: <Result>(work: () => Result) => Result;
}

const stops = ["SIGINT", "SIGTERM"] as const;

/**
 * Turns the first SIGINT or SIGTERM into an abort, so that a run can clean up, and ends the process
 * at the second one.
 */
export function listenForStop(source: EventEmitter, exit: (code: number) => void): Interruption {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) exit(exitCodes.interrupted);
    else controller.abort();
  };
  const listen = (): void => stops.forEach((name) => source.on(name, stop));
  const ignore = (): void => stops.forEach((name) => source.off(name, stop));
  let isDisposed = false;
  listen();
  return {
    signal: controller.signal,
    atOnce: (work) => {
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
