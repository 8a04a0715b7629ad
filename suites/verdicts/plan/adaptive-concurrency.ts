import type { ReplyTimes } from "#harness";

export interface ConcurrencyLimits {
  /** Reached soon after the start, and the minimum afterwards, unless the target is slow or rate limits requests. */
  readonly usual: number;
  /** The maximum for any latency. */
  readonly most: number;
}

/** The number of replies after which the concurrency changes by one case. */
const repliesPerStep = 8;

/** A reply that takes N times as long as the fastest one mostly waited for the target rather than the network. */
const busyTimes = 2;

/** Below this factor, the target has spare capacity. */
const idleTimes = 1.5;

/**
 * Latency in milliseconds at which timeouts are likely. It is reached only if the machine or the target is overloaded
 * and the run adds to the load.
 */
const overdueMs = 2_500;
const overdueTimes = 10;

/** Latency in milliseconds below which the concurrency increases again after such a reduction. */
const calmMs = 250;

/** The number of replies that show the effect of a reduction, or the number of cases. */
const repliesPerHalving = 16;

/** The minimum for such a reduction. */
const fewestOverdue = 2;

/** The initial concurrency: what a slow target gets before it is known to be slow. */
const first = 8;

/** After N fast replies the concurrency doubles, up to the default. */
const repliesPerDoubling = 16;

/**
 * Adaptive concurrency of cases. Starts small and doubles to the default while replies are fast. Then increases as long
 * as latency stays close to the fastest reply, which only waited for the network, and decreases if it is much higher,
 * because requests then wait for each other. A nearby target is saturated at the default. Halves on rate limiting, down
 * to one, because cases have time limits and would share few requests; and halves, down to a few, if replies are so
 * late that timeouts are imminent. An explicitly configured concurrency stays.
 */
export class AdaptiveConcurrency {
  readonly #limits: ConcurrencyLimits;
  #cases: number;
  #least: number;
  #replies = 0;
  #rateRefusals = 0;
  /** Number of replies at the last reduction due to late replies. */
  #halvedAt = -Infinity;
  /** Number of replies at the last doubling. Absent after the start. */
  #doubledAt: number | undefined;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
    const isFixed = limits.usual === limits.most;
    this.#cases = isFixed ? limits.usual : Math.min(first, limits.usual);
    this.#least = this.#cases;
    if (this.#cases < limits.usual) this.#doubledAt = 0;
  }

  /** The concurrency after these replies. */
  after({ count, quickestMs, recentMs, rateRefusals }: ReplyTimes): number {
    const steps = Math.floor((count - this.#replies) / repliesPerStep);
    if (steps === 0) return this.#cases;
    this.#replies += steps * repliesPerStep;
    const isRefused = rateRefusals > this.#rateRefusals;
    this.#rateRefusals = rateRefusals;
    if (isRefused) return this.#halve(1);
    if (recentMs > Math.max(overdueMs, overdueTimes * quickestMs)) return this.#hurry(count);
    if (this.#doubledAt !== undefined) {
      return this.#start(this.#doubledAt, { count, quickestMs, recentMs });
    }
    const { usual } = this.#limits;
    const isNarrow = this.#cases < usual && rateRefusals === 0;
    if (recentMs < idleTimes * quickestMs) return this.#set(this.#cases + steps);
    if (isNarrow && recentMs < calmMs) return this.#set(Math.min(usual, this.#cases + steps));
    const fewest = rateRefusals === 0 ? usual : this.#least;
    const isWide = this.#cases > fewest;
    if (isWide && recentMs > busyTimes * quickestMs) {
      return this.#set(Math.max(fewest, this.#cases - steps));
    }
    return this.#cases;
  }

  #start(doubledAt: number, times: Pick<ReplyTimes, "count" | "quickestMs" | "recentMs">): number {
    const { count, quickestMs, recentMs } = times;
    const isSlow = recentMs >= Math.max(calmMs, busyTimes * quickestMs);
    if (isSlow || count - doubledAt < repliesPerDoubling) return this.#cases;
    const { usual } = this.#limits;
    this.#cases = Math.min(usual, this.#cases * 2);
    this.#doubledAt = this.#cases < usual ? count : undefined;
    if (this.#doubledAt === undefined) this.#least = usual;
    return this.#cases;
  }

  #hurry(count: number): number {
    const replies = Math.max(repliesPerHalving, this.#cases);
    if (count - this.#halvedAt < replies || this.#cases <= fewestOverdue) {
      return this.#cases;
    }
    this.#halvedAt = count;
    return this.#halve(fewestOverdue);
  }

  #halve(fewest: number): number {
    const { usual, most } = this.#limits;
    if (usual < most) this.#least = Math.min(this.#least, fewest);
    return this.#set(Math.floor(this.#cases / 2));
  }

  #set(cases: number): number {
    this.#cases = Math.min(this.#limits.most, Math.max(this.#least, cases));
    return this.#cases;
  }
}

/** Concurrent property sequences at the default concurrency of cases. */
const usualSequences = 32;

/** Minimum number of concurrent sequences per running case. */
const sequencesOfCase = 6;

/**
 * The number of concurrent property sequences for a concurrency of cases: sequences hide the latency of a property, and
 * half of the requests remain for everything else.
 */
export function sequencesAt(cases: number): number {
  return Math.min(cases * sequencesOfCase, Math.max(usualSequences, Math.round(cases / 2)));
}
