/** When something was under way, in milliseconds. */
export interface Interval {
  readonly startedMs: number;
  readonly endedMs: number;
}

/**
 * The number of intervals in the longest chain in which each started after the one before had ended: how
 * many requests of a case had to wait for one another.
 */
export function longestChain(intervals: readonly Interval[]): number {
  // Earliest end first: the greedy choice leaves most room for the rest.
  const byEnd = intervals.toSorted((left, right) => left.endedMs - right.endedMs);
  let length = 0;
  let freeFromMs = Number.NEGATIVE_INFINITY;
  for (const { startedMs, endedMs } of byEnd) {
    if (startedMs < freeFromMs) continue;
    length += 1;
    freeFromMs = endedMs;
  }
  return length;
}
