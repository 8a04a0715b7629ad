import { setTimeout as pause } from "node:timers/promises";
import type { RestReply, RestResult } from "../resources/transport.ts";

/** What bounds the patience with a server. */
export interface Patience {
  /** For all attempts and the pauses between them, in milliseconds. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** Whether a refusal is due to haste alone, and soon no more. Absent: none is. */
  readonly isTooEarly?: (refusal: RestReply) => boolean;
}

/** Where a server that is overloaded does not say how long to wait, in seconds. */
const usualDelaySeconds = 1;

/** Where a request came too early, in milliseconds. */
const earlyDelayMs = 100;

/**
 * Sends a request again while the server answers 429, as every client does: a request that was turned away
 * was not carried out. Pauses for as long as the server asks; resolves with the last answer where that would
 * take too long.
 */
export async function sendPatiently(
  send: (limitMs: number) => Promise<RestResult>,
  { limitMs, signal, isTooEarly = () => false }: Patience,
): Promise<RestResult> {
  const untilMs = performance.now() + limitMs;
  for (let leftMs = limitMs; ; leftMs = Math.max(1, untilMs - performance.now())) {
    const result = await send(leftMs);
    const delayMs = result.kind === "reply" ? delayAfter(result, isTooEarly) : undefined;
    if (delayMs === undefined) return result;
    if (signal.aborted || performance.now() + delayMs >= untilMs) return result;
    await pause(delayMs, undefined, { signal }).catch(() => undefined);
  }
}

/** How long to pause before the request is sent again, in milliseconds. Undefined: it was answered. */
function delayAfter(
  reply: RestReply,
  isTooEarly: (refusal: RestReply) => boolean,
): number | undefined {
  if (reply.status === 429) return (reply.retryAfterSeconds ?? usualDelaySeconds) * 1_000;
  return isTooEarly(reply) ? earlyDelayMs : undefined;
}
