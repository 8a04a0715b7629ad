import type { ReplyTimes } from "#harness";

/** How many cases may be under way at once. */
export interface BreadthLimits {
  /** At first, and at least, unless the target refuses requests for being too many. */
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
 * then they wait for one another. A target that is near is busy with the usual number already. Half as
 * many where requests were refused for being too many, down to one: each case has a limit of time, and so
 * many cases would share the few requests that such a target takes. A number that was asked for stays.
 */
export class Breadth {
  readonly #limits: BreadthLimits;
  #cases: number;
  #least: number;
  #replies = 0;
  #rateRefusals = 0;

  constructor(limits: BreadthLimits) {
    this.#limits = limits;
    this.#cases = limits.usual;
    this.#least = limits.usual;
  }

  /** How many cases to have under way after these replies. */
  after({ count, quickestMs, recentMs, rateRefusals }: ReplyTimes): number {
    const steps = Math.floor((count - this.#replies) / repliesPerStep);
    if (steps === 0) return this.#cases;
    this.#replies += steps * repliesPerStep;
    const isRefused = rateRefusals > this.#rateRefusals;
    this.#rateRefusals = rateRefusals;
    if (isRefused) return this.#halve();
    if (recentMs < idleTimes * quickestMs) this.#set(this.#cases + steps);
    else if (recentMs > busyTimes * quickestMs) this.#set(this.#cases - steps);
    return this.#cases;
  }

  #halve(): number {
    const { usual, most } = this.#limits;
    if (usual < most) this.#least = 1;
    return this.#set(Math.floor(this.#cases / 2));
  }

  #set(cases: number): number {
    this.#cases = Math.min(this.#limits.most, Math.max(this.#least, cases));
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
