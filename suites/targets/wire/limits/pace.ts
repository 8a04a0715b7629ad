import { onAbort } from "../../port/on-abort.ts";

/** The clock of a client's pauses. */
export interface PaceClock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Resolves after a time, or when the signal aborts. */
  wait(durationMs: number, signal: AbortSignal): Promise<void>;
}

/** Limits requests to a configured rate, and pauses them while the endpoint asks to wait. */
export class Pace {
  readonly #intervalMs: number;
  readonly #clock: PaceClock;
  /** Earliest start of the next request. */
  #nextMs = 0;
  #pausedUntilMs = 0;

  /** Without a rate, requests start immediately. The clock defaults to real time. */
  constructor(requestsPerSecond: number | undefined, clock: PaceClock = realTime) {
    this.#intervalMs = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
    this.#clock = clock;
  }

  /**
   * Waits for the turn of one request. Resolves immediately when the signal aborts. Returns `undefined` if there is
   * nothing to wait for.
   */
  turn(signal: AbortSignal): Promise<void> | undefined {
    if (this.#intervalMs === 0 && this.#pausedUntilMs === 0) return undefined;
    const nowMs = this.#clock.now();
    const atMs = Math.max(nowMs, this.#nextMs, this.#pausedUntilMs);
    this.#nextMs = atMs + this.#intervalMs;
    if (atMs <= nowMs) return undefined;
    return this.#clock.wait(atMs - nowMs, signal);
  }

  /** Pauses all requests. */
  pause(durationMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.now() + durationMs);
  }
}

const realTime: PaceClock = {
  now: () => performance.now(),
  wait: (durationMs, signal) => waitFor(durationMs, signal),
};

/** Resolves after a time, or when the signal aborts. */
export async function waitFor(durationMs: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      release();
      resolve();
    }, durationMs);
    const release = onAbort(signal, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
