import type { ReplyTimes } from "#harness";

export interface ConcurrencyLimits {
  /**
   * The default concurrency, reached soon after the start. From then on, it is also the minimum, unless the target is
   * slow or limits the request rate.
   */
  readonly usual: number;
  readonly most: number;
}

/** Number of responses after which the concurrency changes by one case. */
const repliesPerStep = 8;

/**
 * Latency relative to the fastest response. Above this ratio, requests spend most of the time in the target and not in
 * the network.
 */
const busyTimes = 2;

/** Latency relative to the fastest response. Below this ratio, the target has spare capacity. */
const idleTimes = 1.5;

/** Latency in milliseconds above which timeouts are imminent, because the machine or the target is overloaded. */
const overdueMs = 2_500;
const overdueTimes = 10;

/** Latency in milliseconds below which the concurrency rises again after late responses reduced it. */
const calmMs = 250;

/**
 * The effect of a reduction is known after this number of responses, or after one response per case if there are more
 * cases.
 */
const repliesPerHalving = 16;

/** Minimum concurrency after a reduction due to late responses. */
const minOverdue = 2;

const first = 8;

/** Number of fast responses after which the concurrency doubles, up to the default. */
const repliesPerDoubling = 16;

/**
 * Adaptive concurrency of cases. It starts low, and doubles up to the default while responses are fast. Then it rises
 * as long as the latency stays close to that of the fastest response, which spent its time in the network. It falls if
 * the latency is much higher, because requests are then queued. A nearby target is saturated at the default. A rate
 * limit halves the concurrency, down to one: cases have time limits, and would share few requests. Responses so late
 * that timeouts are imminent also halve it, down to a few. A concurrency that the user configured does not change.
 */
export class AdaptiveConcurrency {
  readonly #limits: ConcurrencyLimits;
  #cases: number;
  #least: number;
  #replies = 0;
  #rateRefusals = 0;
  /** Number of responses received before late responses last reduced the concurrency. */
  #halvedAt = -Infinity;
  /** Number of responses received before the last doubling. Undefined once doubling is over. */
  #doubledAt: number | undefined;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
    const isFixed = limits.usual === limits.most;
    this.#cases = isFixed ? limits.usual : Math.min(first, limits.usual);
    this.#least = this.#cases;
    if (this.#cases < limits.usual) this.#doubledAt = 0;
  }

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
    if (count - this.#halvedAt < replies || this.#cases <= minOverdue) {
      return this.#cases;
    }
    this.#halvedAt = count;
    return this.#halve(minOverdue);
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

/** Number of concurrent property sequences at the default number of concurrent cases. */
const usualSequences = 32;

/** Minimum number of concurrent sequences per running case. */
const sequencesOfCase = 6;

/**
 * Returns the number of concurrent property sequences for a number of concurrent cases. Many sequences hide the network
 * latency, but must leave half of the requests for everything else.
 */
export function sequencesAt(cases: number): number {
  return Math.min(cases * sequencesOfCase, Math.max(usualSequences, Math.round(cases / 2)));
}
