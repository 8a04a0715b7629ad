import type { Outcome, Refusal } from "#contract";

/** Maximum number of attempts at a rate-limited request. */
export const maxAttempts = 6;

/** Maximum pause that an endpoint can request, in milliseconds. */
const longestPauseMs = 65_000;

/**
 * Pause after a first rejection that requests no delay, and least pause after a second rejection, in milliseconds.
 * Doubles each time.
 */
const firstPauseMs = 250;

/** The action after a response: continue, wait and retry, or stop with another outcome. */
export type RateDecision =
  | { readonly kind: "go-on" }
  | { readonly kind: "wait"; readonly pauseMs: number }
  | { readonly kind: "give-up"; readonly outcome: Outcome; readonly detail: string };

/**
 * Decides how to continue after an outcome. A rate-limited request had no effect, so it can be retried after a pause.
 */
export function decideRate(outcome: Outcome, attempt: number, most = maxAttempts): RateDecision {
  if (outcome.result !== "refused" || outcome.refusal.reason !== "rateLimited") return goOn;
  return decidePause(outcome.refusal, attempt, most);
}

/** Decides how to continue after a rejection by a rate limit. */
export function decidePause(
  { retryAfterSeconds, isInferred, message }: RateRejection,
  attempt: number,
  most = maxAttempts,
): RateDecision {
  const pauseMs = pauseAfter(retryAfterSeconds, attempt);
  if (pauseMs > longestPauseMs) return giveUp(`requires a pause of ${pauseMs / 1000} s`);
  if (attempt >= most) {
    const times = attempt === 1 ? "a request" : `${attempt} attempts, with pauses in between`;
    const said = isInferred === true ? `: ${JSON.stringify(copyStart(message))}` : "";
    return giveUp(`rejected ${times}${said}`);
  }
  return { kind: "wait", pauseMs };
}

/**
 * The pause after an attempt, in milliseconds. A second rejection shows that the requested delay was too short: some
 * servers round it down, even to 0.
 */
function pauseAfter(retryAfterSeconds: number | undefined, attempt: number): number {
  if (retryAfterSeconds === undefined) return firstPauseMs * 2 ** (attempt - 1);
  const requestedMs = retryAfterSeconds * 1000;
  return attempt === 1 ? requestedMs : Math.max(requestedMs, firstPauseMs * 2 ** (attempt - 2));
}

type RateRejection = Pick<Refusal, "isInferred" | "message" | "retryAfterSeconds">;

const longestQuote = 200;

function copyStart(message: string): string {
  return message.slice(0, longestQuote);
}

const goOn = { kind: "go-on" } as const;

function giveUp(what: string): RateDecision {
  const detail = `the endpoint limits the rate of requests and ${what}; use --rate N to send at most N requests per second`;
  return { kind: "give-up", outcome: { result: "unknown", cause: "connection", detail }, detail };
}
