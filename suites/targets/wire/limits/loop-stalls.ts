/** Interval of the beats, in milliseconds. */
const beatMs = 100;

/** Time between two beats above which the event loop was stalled, in milliseconds. */
const stallMs = 400;

/**
 * Time after a stall within which the process may still read data that arrived during the stall, in milliseconds. A
 * stalled process reads many responses at once, and works on each.
 */
const catchUpMs = 1_000;

/**
 * Detects stalls of the event loop with a timer. Data that was read after a stall may have arrived at the beginning of
 * the stall. Times are in milliseconds, on the caller's clock.
 */
export class LoopStalls implements Disposable {
  readonly #timer: NodeJS.Timeout;
  #lastBeatMs: number;
  #stall = { fromMs: -Infinity, untilMs: -Infinity };

  constructor(now: () => number) {
    this.#lastBeatMs = now();
    this.#timer = setInterval(() => this.beat(now()), beatMs).unref();
  }

  beat(nowMs: number): void {
    if (nowMs - this.#lastBeatMs > stallMs) {
      this.#stall = { fromMs: this.#lastBeatMs, untilMs: nowMs };
    }
    this.#lastBeatMs = nowMs;
  }

  /** Returns the earliest time at which data that is read at `nowMs` may have arrived. */
  earliestArrival(nowMs: number): number {
    if (nowMs - this.#lastBeatMs > stallMs) return this.#lastBeatMs;
    const { fromMs, untilMs } = this.#stall;
    return nowMs - untilMs <= catchUpMs ? fromMs : nowMs - stallMs;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
