import type { Command } from "#contract";
import type { Exchange, Target } from "#targets";
import type { ProvokedRefusal } from "../schema/error-fields.ts";

interface Sender {
  readonly target: Target;
  readonly means: { readonly signal: AbortSignal };
  readonly refusals: ProvokedRefusal[];
}

/**
 * Sends a command. If a rate limit rejected it in the endpoint's own words until a retry was answered, adds that
 * rejection to the triggered errors. Otherwise, the words would be taken for another reason.
 */
export async function executePatiently(
  { target, means, refusals }: Sender,
  command: Command,
): Promise<Exchange> {
  const exchange = await target.execute(command, means.signal);
  const { rateRejection } = exchange;
  if (rateRejection?.refusal.isInferred !== true || rateRejection.isProven !== true) {
    return exchange;
  }
  if (!refusals.some(({ reason }) => reason === "rateLimited")) {
    const { refusal, reply } = rateRejection;
    const rejected: Exchange = {
      outcome: { result: "refused", refusal },
      ...(reply === undefined ? {} : { reply }),
    };
    refusals.push({
      reason: "rateLimited",
      exchange: rejected,
      particulars: [],
      groups: new Set(),
    });
  }
  return exchange;
}
