import type { Outcome } from "#contract";

/** How often a request is sent at most that is refused for being one too many. */
const mostAttempts = 6;

/** The longest pause that is made because an endpoint asks for it, in milliseconds. */
const longestPauseMs = 30_000;

/** The pause after a first refusal that does not say how long, in milliseconds; doubles each time. */
const firstPauseMs = 250;

/** What to do after a reply: continue, wait and retry, or stop with another outcome. */
export type RateDecision =
  | { readonly kind: "go-on" }
  | { readonly kind: "wait"; readonly pauseMs: number }
  | { readonly kind: "give-up"; readonly outcome: Outcome; readonly detail: string };

/**
 * Obeys the rate limit of an endpoint. A request that was refused for being one too many had no effect, so
 * it may be sent again.
 */
export function decideRate(outcome: Outcome, attempt: number): RateDecision {
  if (outcome.result !== "refused" || outcome.refusal.reason !== "rateLimited") return goOn;
  const { retryAfterSeconds } = outcome.refusal;
  const pauseMs =
    retryAfterSeconds === undefined ? firstPauseMs * 2 ** (attempt - 1) : retryAfterSeconds * 1000;
  if (pauseMs > longestPauseMs) return giveUp(`asks for a pause of ${pauseMs / 1000} s`);
  if (attempt >= mostAttempts) return giveUp(`refused ${attempt} attempts, with pauses in between`);
  return { kind: "wait", pauseMs };
}

const goOn = { kind: "go-on" } as const;

function giveUp(what: string): RateDecision {
  const detail = `the endpoint limits the rate of requests and ${what}; --rate N sends at most N in a second`;
  return { kind: "give-up", outcome: { result: "unknown", cause: "connection", detail }, detail };
}
