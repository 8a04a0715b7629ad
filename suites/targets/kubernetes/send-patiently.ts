import { setTimeout as pause } from "node:timers/promises";
import type { RestResult } from "./transport.ts";

/** What bounds the patience with a server. */
export interface Patience {
  /** For all attempts and the pauses between them, in milliseconds. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Where a server that is overloaded does not say how long to wait, in seconds. */
const usualDelaySeconds = 1;

/**
 * Sends a request again while the server answers 429, as every client does: a request that was turned away
 * was not carried out. Pauses for as long as the server asks; resolves with the last answer where that would
 * take too long.
 */
export async function sendPatiently(
  send: (limitMs: number) => Promise<RestResult>,
  { limitMs, signal }: Patience,
): Promise<RestResult> {
  const untilMs = performance.now() + limitMs;
  for (let leftMs = limitMs; ; leftMs = Math.max(1, untilMs - performance.now())) {
    const result = await send(leftMs);
    if (result.kind !== "reply" || result.status !== 429) return result;
    const delayMs = (result.retryAfterSeconds ?? usualDelaySeconds) * 1_000;
    if (signal.aborted || performance.now() + delayMs >= untilMs) return result;
    await pause(delayMs, undefined, { signal }).catch(() => undefined);
  }
}
