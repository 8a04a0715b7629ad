/** Formats a duration for display, e.g. `3 ms`, `1.2 s` or `2 min 5 s`. */
export function describeDuration(durationMs: number): string {
  const wholeMs = Math.round(durationMs);
  if (wholeMs < 1000) return `${wholeMs} ms`;
  const tenths = Math.round(durationMs / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
