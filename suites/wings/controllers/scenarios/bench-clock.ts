import { setTimeout as delay } from "node:timers/promises";

/** The clock of a scenario. It measures the pauses and the time limits of rules, in milliseconds. */
export interface BenchClock {
  now(): number;
  /** Converts a timestamp of `performance.now()` to a time of this clock. */
  at(realMs: number): number;
  /** Returns early when the signal aborts. */
  wait(pauseMs: number, signal: AbortSignal): Promise<void>;
}

export const realClock: BenchClock = {
  now: () => performance.now(),
  at: (realMs) => realMs,
  wait: async (pauseMs, signal) => {
    await delay(pauseMs, undefined, { signal }).catch(() => {});
  },
};
