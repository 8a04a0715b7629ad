/** Rounds until the compiler has done its best. */
const uncounted = 3;

/**
 * Runs tasks in turn, so that what disturbs the machine disturbs them alike, and gives for each what it
 * took, round by round, in milliseconds of processor time: other processes cannot prolong that. Some
 * rounds before the first are for the compiler and are not counted. Each round starts with another task,
 * so that garbage of several tasks is not always collected during the same one.
 */
export function timeInTurn(
  rounds: number,
  tasks: readonly (() => unknown)[],
): readonly (readonly number[])[] {
  const timings = tasks.map((run) => ({ run, tookMs: Array.of<number>() }));
  for (let round = -uncounted; round < rounds; round += 1) {
    const first = (round + uncounted) % Math.max(1, timings.length);
    for (const { run, tookMs } of [...timings.slice(first), ...timings.slice(0, first)]) {
      const startedMs = processorMs();
      run();
      if (round >= 0) tookMs.push(processorMs() - startedMs);
    }
  }
  return timings.map(({ tookMs }) => tookMs);
}

/** One list divided by another, round by round. */
export function ratios(
  left: readonly number[] | undefined,
  right: readonly number[] | undefined,
): readonly number[] {
  return (left ?? []).map((value, i) => value / (right?.[i] ?? Number.NaN));
}

/** Processor time that this process has used so far, in milliseconds, of all its threads. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
