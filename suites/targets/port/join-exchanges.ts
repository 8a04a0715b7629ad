import { isJsonObject } from "#contract";
import type { JsonValue, Outcome } from "#contract";
import type { Exchange } from "./target.ts";

/**
 * Combines two exchanges of one command, such as two pages of a list. The later exchange determines the outcome; the
 * objects of two lists are concatenated. The response contains both bodies in `bodies`.
 */
export function joined(earlier: Exchange, later: Exchange): Exchange {
  const bodies = [...bodiesOf(earlier), ...bodiesOf(later)];
  const outcome = joinedOutcome(earlier.outcome, later.outcome);
  const { request, reply } = earlier;
  const misfit = later.misfit ?? earlier.misfit;
  return {
    outcome,
    ...(misfit === undefined ? {} : { misfit }),
    ...(request === undefined ? {} : { request }),
    ...(reply === undefined ? {} : { reply: { ...reply, ...later.reply, body: { bodies } } }),
  };
}

function bodiesOf({ reply }: Exchange): readonly JsonValue[] {
  const bodies = isJsonObject(reply?.body) ? reply.body["bodies"] : undefined;
  if (Array.isArray(bodies)) return bodies;
  return reply === undefined ? [] : [reply.body];
}

function joinedOutcome(earlier: Outcome, later: Outcome): Outcome {
  if (earlier.result !== "list" || later.result !== "list") return withoutUnsent(later);
  return { ...earlier, items: [...earlier.items, ...later.items] };
}

/** The outcome of a command of several requests, of which only the last one may have failed to connect. */
export function withoutUnsent(outcome: Outcome): Outcome {
  if (outcome.result !== "unknown" || outcome.isUnsent === undefined) return outcome;
  const { isUnsent: _, ...rest } = outcome;
  return rest;
}
