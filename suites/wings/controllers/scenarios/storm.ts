/** The pause between two attempts that ends persistent conflicts or refusals, in milliseconds. */
export const endingPauseMs = 900;

/** Average interval, in milliseconds, up to which attempts are retries and not reactions to a poll. */
const fastMs = 200;

/** Maximum duration of persistent conflicts or refusals for a controller that retries fast, in milliseconds. */
const longestMs = 12_000;

export interface Storm {
  /** Time since the first attempt, in milliseconds. */
  readonly lastsMs: number;
  /** Time since the preceding attempt, in milliseconds. */
  readonly pauseMs: number;
  /** Number of attempts before this one. */
  readonly attempts: number;
  /** Duration for a controller that does not pause, in milliseconds. */
  readonly stormMs: number;
}

/**
 * Whether persistent conflicts or refusals are over: the controller has paused, or the time is over. A controller that
 * retries fast gets more time, because many attempts are needed for a finding, and a busy machine delays each of them.
 */
export function isStormOver({ lastsMs, pauseMs, attempts, stormMs }: Storm): boolean {
  if (pauseMs > endingPauseMs) return true;
  const isFast = lastsMs <= fastMs * attempts;
  return lastsMs > (isFast ? Math.max(stormMs, longestMs) : stormMs);
}
