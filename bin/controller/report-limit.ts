const timely = new Set<string>([
  "controller.status-converges",
  "controller.observed-generation-follows",
  "controller.finalizer-released",
  "controller.owned-objects-match",
  "controller.ready-agrees-with-owned",
]);

/** Rules whose violation looks like a pending report, so that each wait lasts until the timeout. */
const misleading = new Set<string>([
  "controller.observed-generation-not-ahead",
  "controller.observed-generation-reported",
]);

/**
 * Returns the time limit for a report, in milliseconds. The limit is short for a faulty variant that never reports,
 * because each wait lasts until the limit.
 */
export function reportLimitFor(breaks: readonly string[]): number {
  if (breaks.some((id) => timely.has(id))) return 3_000;
  return breaks.some((id) => misleading.has(id)) ? 8_000 : 30_000;
}
