import type { BenchClock } from "./bench-clock.ts";

export class Idle {
  readonly #clock: BenchClock;
  readonly #beganMs: number;
  #sinceMs: number;
  #size = -1;
  #wasDelivered = false;
  /** The longest time without an event, up to the last event, in milliseconds. */
  longestMs = 0;

  /** The idle time starts at `changedMs`, the time of a change, if there was one. */
  constructor(clock: BenchClock, changedMs: number | undefined) {
    this.#clock = clock;
    this.#beganMs = clock.now();
    this.#sinceMs = changedMs ?? this.#beganMs;
  }

  get lastsMs(): number {
    return this.#clock.now() - this.#sinceMs;
  }

  get sinceBeginMs(): number {
    return this.#clock.now() - this.#beganMs;
  }

  /**
   * `size` is the size of the log. `isDelivered` means that the controller has received everything
   * in the log.
   */
  saw(size: number, isDelivered: boolean): void {
    const isNews = size !== this.#size;
    if (isNews) this.longestMs = Math.max(this.longestMs, this.lastsMs);
    if (isNews || (isDelivered && !this.#wasDelivered)) this.#sinceMs = this.#clock.now();
    this.#size = size;
    this.#wasDelivered = isDelivered;
  }
}
