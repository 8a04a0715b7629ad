import { setTimeout as pause } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { retryAfterOf } from "../resources/rest-transport.ts";
import type { RestReply, RestResult } from "../resources/rest-transport.ts";

export interface Patience {
  /** Time limit for all attempts and pauses together, in milliseconds. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /**
   * Whether a request was rejected only because an earlier request has not taken effect yet. Always false by default.
   */
  readonly isTooEarly?: (refusal: RestReply) => boolean;
}

/** Delay in seconds before a retry if an overloaded server does not specify a delay. */
const usualDelaySeconds = 1;

/** Delay before retrying a request whose prerequisite has not taken effect yet, in milliseconds. */
const earlyDelayMs = 100;

/**
 * Minimum fraction of the time limit that must remain for a retry. With less, the retry might get no response, although
 * the earlier response was definite.
 */
const retryShare = 1 / 4;

/**
 * Retries while the server responds with 429, as every client does, because the server has not executed such a request.
 * Also retries while `isTooEarly` is true. Waits as long as the server requests. Resolves with the last response if the
 * wait would be too long.
 */
export function sendWithRetries(
  send: (limitMs: number) => Promise<RestResult>,
  { isTooEarly = () => false, ...bounds }: Patience,
): Promise<RestResult> {
  return whileTurnedAway(
    send,
    (result) => (result.kind === "reply" ? delayAfter(result, isTooEarly) : undefined),
    bounds,
  );
}

/**
 * Opens a stream, with retries while the server responds with 429. Resolves with the last response, and rejects if
 * there is none.
 */
export function openWithRetries(
  open: () => Promise<Dispatcher.ResponseData>,
  bounds: Omit<Patience, "isTooEarly">,
): Promise<Dispatcher.ResponseData> {
  return whileTurnedAway(
    open,
    ({ statusCode, headers }) => delayOf(statusCode, retryAfterOf(headers)),
    { ...bounds, dropped: ({ body }) => void body.dump().catch(() => undefined) },
  );
}

interface Bounds<Result> extends Omit<Patience, "isTooEarly"> {
  readonly dropped?: (result: Result) => void;
}

async function whileTurnedAway<Result>(
  send: (limitMs: number) => Promise<Result>,
  delayMsOf: (result: Result) => number | undefined,
  { limitMs, signal, dropped }: Bounds<Result>,
): Promise<Result> {
  const untilMs = performance.now() + limitMs;
  for (let leftMs = limitMs; ; leftMs = Math.max(1, untilMs - performance.now())) {
    const result = await send(leftMs);
    const delayMs = delayMsOf(result);
    if (delayMs === undefined) return result;
    const isTooLate = performance.now() + delayMs + limitMs * retryShare >= untilMs;
    if (signal.aborted || isTooLate) return result;
    dropped?.(result);
    await pause(delayMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Returns the delay before a retry, in milliseconds. Undefined for a final response. */
function delayAfter(
  reply: RestReply,
  isTooEarly: (refusal: RestReply) => boolean,
): number | undefined {
  return (
    delayOf(reply.status, reply.retryAfterSeconds) ?? (isTooEarly(reply) ? earlyDelayMs : undefined)
  );
}

function delayOf(
  status: number,
  retryAfterSeconds: number = usualDelaySeconds,
): number | undefined {
  return status === 429 ? retryAfterSeconds * 1_000 : undefined;
}
