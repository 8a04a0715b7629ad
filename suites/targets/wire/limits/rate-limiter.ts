import { onAbort } from "../../port/on-abort.ts";

export interface PaceClock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Resolves after a time, or when the signal aborts. */
  wait(durationMs: number, signal: AbortSignal): Promise<void>;
}

/** A rejection of a request by a rate limit. */
export interface RateRefusal {
  /** The pause before the next request, in milliseconds. Absent if the request is not sent again. */
  readonly pauseMs?: number;
  /** Whether no other request was in flight, so that only the rate can be too high. */
  readonly isAlone: boolean;
}

/** Initial and maximum learned interval between requests, in milliseconds. */
const firstIntervalMs = 50;
const longestIntervalMs = 5_000;

/** Minimum learned interval, in milliseconds. A shorter interval is discarded. */
const minIntervalMs = 10;

/** Bounds of the factor by which a rejection lengthens the learned interval. */
const longer = { least: 1.05, most: 1.6 } as const;

/** Factor by which the learned interval changes after `requestsPerStep` requests without a rejection. */
const shorter = 0.9;
const requestsPerStep = 8;

/**
 * Bounds of the time between two reductions of the interval, as a multiple of the last pause. A reduction may lead to
 * the next rejection, and so to another pause. The time doubles after each reduction that did.
 */
const pausesPerStep = { least: 2, most: 16 } as const;

/** A pause of at least this long, in milliseconds, shows a quota per period, whatever the number of requests in flight. */
const quotaPauseMs = 5_000;

/**
 * Limits requests to a configured rate, or to a learned rate if the endpoint rejects even single requests. Pauses
 * requests for as long as the endpoint requests. Waiting requests are sent in order, one per interval.
 */
export class Pace {
  readonly #configuredMs: number;
  readonly #clock: PaceClock;
  readonly #waiting = new Set<() => void>();
  #alarm: AbortController | undefined;
  #learnedMs = 0;
  #nextMs = 0;
  #pausedUntilMs = 0;
  #lastPauseMs = 0;
  #pausesPerStep: number = pausesPerStep.least;
  #steppedMs = 0;
  /** Whether the interval was reduced since the last rejection. */
  #isReduced = false;
  /** Requests since the last change of the interval. */
  #served = 0;
  /** The time of the last rejection, and the number of requests since then. */
  #refusedMs: number | undefined;
  #servedSince = 0;

  /** Requests start immediately if no rate is given. The clock defaults to real time. */
  constructor(requestsPerSecond: number | undefined, clock: PaceClock = realTime) {
    this.#configuredMs = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
    this.#clock = clock;
  }

  /** Whether no request may be sent at present, because the endpoint requested a pause. */
  get isPaused(): boolean {
    return this.#pausedUntilMs > 0 && this.#clock.now() < this.#pausedUntilMs;
  }

  /**
   * Waits until one request may be sent. Resolves immediately when the signal aborts. Returns `undefined` if there is
   * nothing to wait for.
   */
  turn(signal: AbortSignal): Promise<void> | undefined {
    const intervalMs = this.#intervalMs();
    if (signal.aborted || (intervalMs === 0 && this.#pausedUntilMs === 0)) return undefined;
    const nowMs = this.#clock.now();
    if (this.#waiting.size === 0 && this.#opensAt() <= nowMs) {
      this.#nextMs = nowMs + intervalMs;
      return undefined;
    }
    return new Promise((resolve) => {
      const go = (): void => {
        release();
        this.#waiting.delete(go);
        resolve();
      };
      const release = onAbort(signal, () => {
        go();
        if (this.#waiting.size === 0) this.#stopAdmitting();
      });
      this.#waiting.add(go);
      if (this.#alarm === undefined) void this.#admit();
    });
  }

  /** Notes a rejection by a rate limit. Rejections of requests that were sent before a pause only extend the pause. */
  refused({ pauseMs, isAlone }: RateRefusal): void {
    const nowMs = this.#clock.now();
    const isInPause = nowMs < this.#pausedUntilMs;
    if (pauseMs !== undefined) this.pause(pauseMs);
    if (isInPause || pauseMs === 0) return;
    const isQuota = (pauseMs ?? 0) >= quotaPauseMs && this.#refusedMs !== undefined;
    if (isAlone || isQuota || this.#learnedMs > 0) this.#slowDown(nowMs);
    this.#lastPauseMs = pauseMs ?? this.#lastPauseMs;
    this.#refusedMs = nowMs;
    this.#servedSince = 0;
  }

  /** Shortens the learned interval after several requests that were not rejected. */
  served(): void {
    this.#servedSince += 1;
    if (this.#learnedMs === 0) return;
    this.#served += 1;
    if (this.#served < requestsPerStep) return;
    const nowMs = this.#clock.now();
    if (nowMs - this.#steppedMs < this.#lastPauseMs * this.#pausesPerStep) return;
    if (this.#isReduced) this.#pausesPerStep = pausesPerStep.least;
    const next = this.#learnedMs * shorter;
    this.#learn(next < minIntervalMs ? 0 : next, nowMs);
    this.#isReduced = true;
  }

  pause(durationMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.now() + durationMs);
  }

  /**
   * Lengthens the interval: to the one before the last reduction, or if possible to the one at which the endpoint served
   * requests since the last rejection.
   */
  #slowDown(nowMs: number): void {
    const { least, most } = longer;
    const known = this.#learnedMs;
    if (this.#isReduced) {
      this.#pausesPerStep = Math.min(pausesPerStep.most, this.#pausesPerStep * 2);
      return this.#learn(known / shorter, nowMs);
    }
    const elapsedMs = this.#refusedMs === undefined ? 0 : nowMs - this.#refusedMs;
    const measuredMs = elapsedMs / Math.max(1, this.#servedSince);
    const isMeasured = this.#servedSince >= requestsPerStep;
    const next =
      known === 0 && isMeasured
        ? measuredMs
        : Math.min(known * most, Math.max(known * least, measuredMs));
    this.#learn(Math.min(longestIntervalMs, Math.max(firstIntervalMs, next)), nowMs);
  }

  #learn(intervalMs: number, nowMs: number): void {
    this.#learnedMs = intervalMs;
    this.#steppedMs = nowMs;
    this.#served = 0;
    this.#isReduced = false;
  }

  #intervalMs(): number {
    return Math.max(this.#configuredMs, this.#learnedMs);
  }

  #opensAt(): number {
    return Math.max(this.#nextMs, this.#pausedUntilMs);
  }

  /** Admits waiting requests until none is left. A pause that begins meanwhile also delays them. */
  async #admit(): Promise<void> {
    const alarm = new AbortController();
    this.#alarm = alarm;
    while (!alarm.signal.aborted) {
      const leftMs = this.#opensAt() - this.#clock.now();
      if (leftMs > 0) {
        await this.#clock.wait(leftMs, alarm.signal);
        continue;
      }
      this.#nextMs = this.#clock.now() + this.#intervalMs();
      for (const go of [...this.#waiting].slice(0, 1)) go();
      if (this.#waiting.size === 0) this.#stopAdmitting();
    }
  }

  #stopAdmitting(): void {
    this.#alarm?.abort();
    this.#alarm = undefined;
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
