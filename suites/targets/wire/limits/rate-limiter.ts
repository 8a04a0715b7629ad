import { onAbort } from "../../port/on-abort.ts";

export interface PaceClock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Resolves after a time, or when the signal aborts. */
  wait(durationMs: number, signal: AbortSignal): Promise<void>;
}

/** Initial and maximum learned interval between requests, in milliseconds. */
const firstIntervalMs = 50;
const longestIntervalMs = 5_000;

/** Minimum learned interval, in milliseconds. A shorter interval is discarded. */
const minIntervalMs = 10;

/**
 * Factors by which a learned interval changes: after a rejection, and after `requestsPerStep` requests without a
 * rejection.
 */
const longer = 1.6;
const shorter = 0.9;
const requestsPerStep = 8;

/**
 * Limits requests to a configured rate, or to a learned rate if the endpoint rejects even single requests. Pauses
 * requests for as long as the endpoint requests.
 */
export class Pace {
  readonly #configuredMs: number;
  #learnedMs = 0;
  #served = 0;
  readonly #clock: PaceClock;
  #nextMs = 0;
  #pausedUntilMs = 0;

  /** Requests start immediately if no rate is given. The clock defaults to real time. */
  constructor(requestsPerSecond: number | undefined, clock: PaceClock = realTime) {
    this.#configuredMs = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
    this.#clock = clock;
  }

  /**
   * Waits until one request may be sent. Resolves immediately when the signal aborts. Returns `undefined` if there is
   * nothing to wait for.
   */
  turn(signal: AbortSignal): Promise<void> | undefined {
    const intervalMs = Math.max(this.#configuredMs, this.#learnedMs);
    if (intervalMs === 0 && this.#pausedUntilMs === 0) return undefined;
    const nowMs = this.#clock.now();
    const atMs = Math.max(nowMs, this.#nextMs, this.#pausedUntilMs);
    this.#nextMs = atMs + intervalMs;
    if (atMs <= nowMs) return undefined;
    return this.#clock.wait(atMs - nowMs, signal);
  }

  /**
   * Lengthens the learned interval, because the endpoint rejected a request although no other request was in flight.
   */
  slowDown(): void {
    this.#served = 0;
    const next = Math.max(firstIntervalMs, this.#learnedMs * longer);
    this.#learnedMs = Math.min(longestIntervalMs, next);
  }

  /** Shortens the learned interval after several requests that were not rejected. */
  served(): void {
    if (this.#learnedMs === 0) return;
    this.#served += 1;
    if (this.#served < requestsPerStep) return;
    this.#served = 0;
    const next = this.#learnedMs * shorter;
    this.#learnedMs = next < minIntervalMs ? 0 : next;
  }

  pause(durationMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.now() + durationMs);
  }
}

const realTime: PaceClock = {
  now: () => performance.now(),
  wait: (durationMs, signal) => waitFor(durationMs, signal),
};

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
