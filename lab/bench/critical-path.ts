export interface Interval {
  readonly startedMs: number;
  readonly endedMs: number;
}

/**
 * The length of the longest chain of intervals in which each interval starts after the preceding one ended. For the
 * requests of a case, the maximum number of requests that had to wait for each other.
 */
export function longestChain(intervals: readonly Interval[]): number {
  // A greedy algorithm, in order of increasing ends.
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
