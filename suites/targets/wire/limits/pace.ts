import { onAbort } from "../../port/on-abort.ts";

/** Limits the rate of requests: to a configured rate, and to none while the endpoint asks to wait. */
export class Pace {
  readonly #intervalMs: number;
  readonly #nowMs: () => number;
  /** When the next request may go. */
  #nextMs = 0;
  #pausedUntilMs = 0;

  /** `nowMs` never goes back. Without a rate, requests go at once. */
  constructor(requestsPerSecond: number | undefined, nowMs: () => number) {
    this.#intervalMs = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
    this.#nowMs = nowMs;
  }

  /** Waits for the turn of one request. Resolves at once when the signal aborts. Nothing to wait for: `undefined`. */
  turn(signal: AbortSignal): Promise<void> | undefined {
    if (this.#intervalMs === 0 && this.#pausedUntilMs === 0) return undefined;
    const nowMs = this.#nowMs();
    const atMs = Math.max(nowMs, this.#nextMs, this.#pausedUntilMs);
    this.#nextMs = atMs + this.#intervalMs;
    if (atMs <= nowMs) return undefined;
    // After a pause all who wait go at once, unless there is a rate: then they go in turn.
    return waitFor(atMs - nowMs, signal);
  }

  /** Lets no request go for so long. */
  pause(durationMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#nowMs() + durationMs);
  }
}

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
