const maxPaths = 4;

export function shownPaths(paths: readonly string[]): string {
  const shown = paths.slice(0, maxPaths).join(", ");
  const more = paths.length - maxPaths;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** A duration: `38 ms`, `4.2 s`, `3 min`, `2 h`. */
export function duration(milliseconds: number): string {
  const time = Math.max(0, milliseconds);
  if (time < 1_000) return `${Math.round(time)} ms`;
  if (time < 120_000) return `${Math.round(time / 100) / 10} s`;
  if (time < 7_200_000) return `${Math.round(time / 60_000)} min`;
  if (time < 172_800_000) return `${Math.round(time / 3_600_000)} h`;
  return `${Math.round(time / 86_400_000)} days`;
}
