export interface Interval {
  readonly startedMs: number;
  readonly endedMs: number;
}

/**
 * The longest chain of intervals in which each started after the preceding one had ended: the number of requests of a
 * case that had to wait for each other.
 */
export function longestChain(intervals: readonly Interval[]): number {
  // Greedy choice: earliest end first.
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
