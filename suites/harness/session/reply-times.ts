/** Latencies of responses, in milliseconds. */
export interface ReplyTimes {
  readonly count: number;
  /** Minimum latency in milliseconds; 0 before the first response. */
  readonly quickestMs: number;
  /** Moving average of the latency in milliseconds; 0 before the first response. */
  readonly recentMs: number;
  readonly rateRefusals: number;
}

/** Weight of the last response in the moving average. The average reflects about 30 responses. */
const weight = 1 / 16;

export class ReplyClock implements ReplyTimes {
  #count = 0;
  #unmeasured = 0;
  #quickestMs = 0;
  #recentMs = 0;
  #rateRefusals = 0;

  get count(): number {
    return this.#count + this.#unmeasured;
  }

  get quickestMs(): number {
    return this.#quickestMs;
  }

  get recentMs(): number {
    return this.#recentMs;
  }

  get rateRefusals(): number {
    return this.#rateRefusals;
  }

  refused(requests: number): void {
    this.#rateRefusals += requests;
  }

  /** Counts a response to a request whose latency depends on its size. */
  answered(): void {
    this.#unmeasured += 1;
  }

  took(replyMs: number): void {
    const isFirst = this.#count === 0;
    this.#count += 1;
    this.#quickestMs = isFirst ? replyMs : Math.min(this.#quickestMs, replyMs);
    this.#recentMs = isFirst ? replyMs : this.#recentMs + weight * (replyMs - this.#recentMs);
  }
}
