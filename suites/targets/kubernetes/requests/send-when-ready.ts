import { setTimeout as pause } from "node:timers/promises";
import type { RestReply, RestResult } from "../resources/rest-transport.ts";

export interface Patience {
  /** Time limit for all attempts and pauses together, in milliseconds. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** Whether a request was rejected only because an earlier request has not taken effect yet. */
  readonly isTooEarly: (refusal: RestReply) => boolean;
}

/** Delay before retrying a request whose prerequisite has not taken effect yet, in milliseconds. */
const delayMs = 100;

/**
 * Minimum fraction of the time limit that must remain for a retry. With less, the retry might get no response, although
 * the earlier response was definite.
 */
const retryShare = 1 / 4;

/** Retries a request while it comes too early. Resolves with the last response if the wait would be too long. */
export async function sendWhenReady(
  send: (limitMs: number) => Promise<RestResult>,
  { isTooEarly, limitMs, signal }: Patience,
): Promise<RestResult> {
  const untilMs = performance.now() + limitMs;
  for (let leftMs = limitMs; ; leftMs = Math.max(1, untilMs - performance.now())) {
    const result = await send(leftMs);
    if (result.kind !== "reply" || !isTooEarly(result)) return result;
    const isTooLate = performance.now() + delayMs + limitMs * retryShare >= untilMs;
    if (signal.aborted || isTooLate) return result;
    await pause(delayMs, undefined, { signal }).catch(() => undefined);
  }
}
