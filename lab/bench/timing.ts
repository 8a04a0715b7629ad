const uncounted = 3;

/**
 * Runs tasks in alternation, so that disturbances affect all of them. Returns the CPU time of each task in each round,
 * in milliseconds, because other processes do not affect it. Discards warm-up rounds. Each round starts with a
 * different task, so that garbage is not always collected during the same one.
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

export function ratios(
  left: readonly number[] | undefined,
  right: readonly number[] | undefined,
): readonly number[] {
  return (left ?? []).map((value, i) => value / (right?.[i] ?? Number.NaN));
}

export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
