import type { ReplyTimes } from "#harness";

/** How many cases may be under way at once. */
export interface BreadthLimits {
  /** Soon after the start, and then at least, unless the target is slow or refuses requests for being too many. */
  readonly usual: number;
  /** However long replies take. */
  readonly most: number;
}

/** The number of replies after which the concurrency changes by one case. */
const repliesPerStep = 8;

/** A reply that takes N times as long as the quickest one has waited more for the target than for the network. */
const busyTimes = 2;

/** Below this factor, the target has spare capacity. */
const idleTimes = 1.5;

/**
 * Replies that take so long, in milliseconds, and many times as long as the quickest one, will soon not come
 * in time: the machine is starved, or the target is, and what the run itself sends makes it worse.
 */
const overdueMs = 2_500;
const overdueTimes = 10;

/** A run that was narrowed for that reason widens again when replies take no longer than this, in milliseconds. */
const calmMs = 250;

/** The number of replies that show the effect of a reduction, or the number of cases. */
const repliesPerHalving = 16;

/** For that reason alone no run is narrowed to less. */
const fewestOverdue = 2;

/** The initial concurrency: what a slow target gets before it is known to be slow. */
const first = 8;

/** After N fast replies the concurrency doubles, up to the default. */
const repliesPerDoubling = 16;

/**
 * How many cases to have under way: a few at first, twice as many again and again until it is the usual number, while
 * replies are not slow. Then more and more of them as long as replies take hardly longer than the
 * quickest one, which only waited for the network; fewer when they take much longer, because
 * then they wait for one another. A target that is near is busy with the usual number already. Half as
 * many where requests were refused for being too many, down to one: each case has a limit of time, and so
 * many cases would share the few requests that such a target takes. Half as many, too, down to a few, where
 * replies come so late that requests will be given up. A number that was asked for stays.
 */
export class Breadth {
  readonly #limits: BreadthLimits;
  #cases: number;
  #least: number;
  #replies = 0;
  #rateRefusals = 0;
  /** After how many replies the run was last narrowed because they were overdue. */
  #halvedAt = -Infinity;
  /** After how many replies the number of the start was last doubled. Absent: the start is over. */
  #doubledAt: number | undefined;

  constructor(limits: BreadthLimits) {
    this.#limits = limits;
    const isFixed = limits.usual === limits.most;
    this.#cases = isFixed ? limits.usual : Math.min(first, limits.usual);
    this.#least = this.#cases;
    if (this.#cases < limits.usual) this.#doubledAt = 0;
  }

  /** How many cases to have under way after these replies. */
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
