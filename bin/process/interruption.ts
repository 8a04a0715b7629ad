import type { EventEmitter } from "node:events";
import { exitCodes } from "./exit-code.ts";

/** The wish of a user or a system to stop. Disposing stops to listen for it. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
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
  for (const name of stops) source.on(name, stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const name of stops) source.off(name, stop);
    },
  };
}
