/** How long replies take, in milliseconds. */
export interface ReplyTimes {
  /** How many replies there were. */
  readonly count: number;
  /** The quickest one; 0 before the first. */
  readonly quickestMs: number;
  /** About the mean of the last ones; 0 before the first. */
  readonly recentMs: number;
  /** How often a request was refused for being one too many. */
  readonly rateRefusals: number;
}

/** Weight of the last reply in the mean: some 30 replies count. */
const weight = 1 / 16;

/** Keeps in mind how long replies took. */
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

  /** Takes note of requests that were refused for being one too many. */
  refused(requests: number): void {
    this.#rateRefusals += requests;
  }

  /** Takes note of a reply that took so long. */
  took(replyMs: number): void {
    const isFirst = this.#count === 0;
    this.#count += 1;
    this.#quickestMs = isFirst ? replyMs : Math.min(this.#quickestMs, replyMs);
    this.#recentMs = isFirst ? replyMs : this.#recentMs + weight * (replyMs - this.#recentMs);
  }
}
