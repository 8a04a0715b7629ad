import { onAbort } from "../../port/on-abort.ts";

/** Limits requests to a configured rate, and pauses them while the endpoint asks to wait. */
export class Pace {
  readonly #intervalMs: number;
  readonly #nowMs: () => number;
  /** Earliest start of the next request, on the clock of `nowMs`. */
  #nextMs = 0;
  #pausedUntilMs = 0;

  /** `nowMs` is monotonic. Without a rate, requests start immediately. */
  constructor(requestsPerSecond: number | undefined, nowMs: () => number) {
    this.#intervalMs = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
    this.#nowMs = nowMs;
  }

  /**
   * Waits for the turn of one request. Resolves immediately when the signal aborts. Returns `undefined` if there is
   * nothing to wait for.
   */
  turn(signal: AbortSignal): Promise<void> | undefined {
    if (this.#intervalMs === 0 && this.#pausedUntilMs === 0) return undefined;
    const nowMs = this.#nowMs();
    const atMs = Math.max(nowMs, this.#nextMs, this.#pausedUntilMs);
    this.#nextMs = atMs + this.#intervalMs;
    if (atMs <= nowMs) return undefined;
    return waitFor(atMs - nowMs, signal);
  }

  /** Pauses all requests. */
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
