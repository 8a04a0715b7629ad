import type { ReplyTimes } from "#harness";

/** How many cases may be under way at once. */
export interface BreadthLimits {
  /** At first, and at least. */
  readonly usual: number;
  /** However long replies take. */
  readonly most: number;
}

/** So many replies widen or narrow a run by one case. */
const repliesPerStep = 8;

/** A reply that takes so many times as long as the quickest one has waited for the target more than for the network. */
const busyTimes = 2;

/** Below so many times, the target has room. */
const idleTimes = 1.5;

/**
 * How many cases to have under way: more and more of them as long as replies take hardly longer than the
 * quickest one, which has waited for nothing but the network; fewer when they take much longer, because
 * then they wait for one another. A target that is near is busy with the usual number already.
 */
export class Breadth {
  readonly #limits: BreadthLimits;
  #cases: number;
  #replies = 0;

  constructor(limits: BreadthLimits) {
    this.#limits = limits;
    this.#cases = limits.usual;
  }

  /** How many cases to have under way after these replies. */
  after({ count, quickestMs, recentMs }: ReplyTimes): number {
    const steps = Math.floor((count - this.#replies) / repliesPerStep);
    this.#replies += steps * repliesPerStep;
    const { usual, most } = this.#limits;
    if (recentMs < idleTimes * quickestMs) this.#cases = Math.min(most, this.#cases + steps);
    else if (recentMs > busyTimes * quickestMs) this.#cases = Math.max(usual, this.#cases - steps);
    return this.#cases;
  }
}

/** Sequences of a property under way at once, where only the usual number of cases is. */
const usualSequences = 32;

/** Sequences that one case may have under way, however few cases may be. */
const sequencesOfCase = 6;

/**
 * How many sequences of properties to have under way, where so many cases may be: sequences are what hides
 * the latency of a property, and half of the requests are left to everything else.
 */
export function sequencesAt(cases: number): number {
  return Math.min(cases * sequencesOfCase, Math.max(usualSequences, Math.round(cases / 2)));
}
