/** Number of recorded reaction times. */
const maxReactions = 16;

/**
 * Multiple of the slowest reaction after which no further reaction is expected: smaller if the controller is known to
 * have received everything that it may react to.
 */
const slack = { informed: 2, uninformed: 4 } as const;

/** Minimum idle time, in milliseconds: a few scheduling delays of a busy machine. */
const minMs = 100;

/** Maximum idle time, as a multiple of the idle time for an unknown pace. */
const most = 5;

/** Measures how fast a controller reacts to undisturbed changes, on this machine under its current load. */
export class Pace {
  #reactions: readonly number[] = [];

  /**
   * Records a reaction: the longest time without an event, in milliseconds, between a change and the last event that
   * followed it.
   */
  reacted(longestMs: number): void {
    this.#reactions = [...this.#reactions, longestMs].slice(-maxReactions);
  }

  /**
   * Records a reaction that may have been delayed by an earlier disturbance, unless it was the slowest. Otherwise, one
   * slow reaction would determine the idle time of all disturbed scenarios.
   */
  reactedAfterDisturbance(longestMs: number): void {
    if (longestMs <= Math.max(0, ...this.#reactions)) this.reacted(longestMs);
  }

  /**
   * Idle time after which no event is expected, in milliseconds. `quietMs` applies if the pace is
   * unknown. The result is longer if the controller is slow on this machine. It is shorter than
   * `quietMs` only if `isInformed`: the controller has received everything that it may react to.
   */
  restMs(quietMs: number, isInformed: boolean): number {
    if (this.#reactions.length === 0) return quietMs;
    const slowestMs = Math.max(...this.#reactions);
    const learnedMs = isInformed
      ? Math.max(minMs, slack.informed * slowestMs)
      : Math.max(quietMs, slack.uninformed * slowestMs);
    return Math.min(most * quietMs, learnedMs);
  }

  /** The median of the recorded reaction times, in milliseconds. 0 if none is known. */
  get usualMs(): number {
    const sorted = this.#reactions.toSorted((left, right) => left - right);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  }

  /** Time to wait for a single reaction, in milliseconds: at least `leastMs`, and longer for a slow controller. */
  reactionMs(leastMs: number): number {
    return Math.max(leastMs, slack.uninformed * Math.max(0, ...this.#reactions));
  }
}

/** Number of observations after which a behavior is expected again. */
const confirmations = 2;

/** Kinds for which scenarios of the run have repeatedly observed a certain behavior. */
export class Recurrence {
  readonly #observations = new Map<string, number>();

  found(kind: string): void {
    this.#observations.set(kind, (this.#observations.get(kind) ?? 0) + 1);
  }

  /** A view that does not record observations. */
  get withoutLearning(): Pick<Recurrence, "found" | "isKnown"> {
    return { found: () => {}, isKnown: (kind) => this.isKnown(kind) };
  }

  /** True if the behavior is expected again. Waiting for another observation is then pointless. */
  isKnown(kind: string): boolean {
    return (this.#observations.get(kind) ?? 0) >= confirmations;
  }
}
