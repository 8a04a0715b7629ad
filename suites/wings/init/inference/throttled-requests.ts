import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "#contract";
import type { Exchange, Target } from "#targets";
import type { ProvokedRefusal } from "./error-fields.ts";
import { errorOf, leavesOf } from "./error-fields.ts";

interface Sender {
  readonly target: Target;
  readonly means: { readonly eventMs: number; readonly signal: AbortSignal };
  readonly refusals: ProvokedRefusal[];
}

/** Pauses between attempts of a request that exceeds a rate limit, as shares of the time limit for an event. */
const pauses = [0.25, 0.5, 1, 1];

/**
 * Sends a command, and repeats it if an error indicates a rate limit in the endpoint's own words. Otherwise, the words
 * would be taken for another reason. Adds the error to the triggered errors.
 */
export async function executePatiently(
  { target, means, refusals }: Sender,
  command: Command,
): Promise<Exchange> {
  let exchange = await target.execute(command, means.signal);
  for (const share of pauses) {
    if (!isThrottled(exchange)) return exchange;
    if (!refusals.some(({ reason }) => reason === "rateLimited")) {
      refusals.push(throttledRefusal(exchange));
    }
    await pause(means.eventMs * share, undefined, { signal: means.signal });
    exchange = await target.execute(command, means.signal);
  }
  return exchange;
}

function throttledRefusal(exchange: Exchange): ProvokedRefusal {
  return { reason: "rateLimited", exchange, particulars: [], groups: new Set() };
}

const throttling = /throttl|rate[ _-]?limit|too[ _-]?many[ _-]?(?:requests|calls)/iu;

function isThrottled(exchange: Exchange): boolean {
  const { outcome } = exchange;
  if (outcome.result !== "refused" && outcome.result !== "unintelligible") return false;
  const error = errorOf(exchange) ?? {};
  return [error["message"], ...leavesOf(error).values()].some(
    (text) => typeof text === "string" && throttling.test(text),
  );
}
