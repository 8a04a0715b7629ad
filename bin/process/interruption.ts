import type { EventEmitter } from "node:events";
import { exitCodes } from "./exit-code.ts";

/** A request by the user or the system to stop. Disposing removes the listeners. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
  /**
   * Runs synchronous work that needs no cleanup. A signal during the work exits the process at once, because a handler
   * could not run until the work ends.
   */
  readonly atOnce: <Result>(work: () => Result) => Result;
}

const stops = ["SIGINT", "SIGTERM"] as const;

/** Turns the first SIGINT or SIGTERM into an abort, so that a run can clean up, and exits at the second one. */
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
