/** Latencies of replies, in milliseconds. */
export interface ReplyTimes {
  /** Number of replies. */
  readonly count: number;
  /** Minimum; 0 before the first. */
  readonly quickestMs: number;
  /** Moving average; 0 before the first. */
  readonly recentMs: number;
  /** Number of requests that exceeded a rate limit. */
  readonly rateRefusals: number;
}

/** Weight of the last reply in the average: some 30 replies count. */
const weight = 1 / 16;

/** Measures latencies. */
export class ReplyClock implements ReplyTimes {
  #count = 0;
  #quickestMs = 0;
  #recentMs = 0;
  #rateRefusals = 0;

  get count(): number {
    return this.#count;
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

  /** Adds requests that exceeded a rate limit. */
  refused(requests: number): void {
    this.#rateRefusals += requests;
  }

  took(replyMs: number): void {
    const isFirst = this.#count === 0;
    this.#count += 1;
    this.#quickestMs = isFirst ? replyMs : Math.min(this.#quickestMs, replyMs);
    this.#recentMs = isFirst ? replyMs : this.#recentMs + weight * (replyMs - this.#recentMs);
  }
}
