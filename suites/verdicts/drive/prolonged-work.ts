import type { Session, Target } from "#harness";

/** Maximum duration of prolonged work, as a multiple of its time limit. */
const maxTimes = 10;

export interface RateLimited {
  readonly session: { readonly recorder: Pick<Session["recorder"], "replyTimes"> };
  readonly target: { readonly description: Pick<Target["description"], "requestsPerSecond"> };
}

/**
 * Returns a predicate that tests whether work may continue past its time limit, because the request rate is limited and
 * the target still responds.
 */
export function rateLimitedWork({ session, target }: RateLimited): () => boolean {
  const { replyTimes } = session.recorder;
  const isPaced = target.description.requestsPerSecond !== undefined;
  const isAnswered = answeredWork({ session });
  let { rateRefusals } = replyTimes;
  return () => {
    const isLimited = isPaced || replyTimes.rateRefusals > rateRefusals;
    ({ rateRefusals } = replyTimes);
    return isAnswered() && isLimited;
  };
}

/** Returns a predicate that tests whether work may continue past its time limit because the target still responds. */
export function answeredWork({ session }: Pick<RateLimited, "session">): () => boolean {
  const { replyTimes } = session.recorder;
  let { count } = replyTimes;
  let times = 1;
  return () => {
    const isAlive = replyTimes.count > count;
    ({ count } = replyTimes);
    times += 1;
    return isAlive && times <= maxTimes;
  };
}
