import type { Session, Target } from "#harness";

/** Maximum duration of work while the request rate is limited, as a multiple of its time limit. */
const mostTimes = 10;

export interface RateLimited {
  readonly session: { readonly recorder: Pick<Session["recorder"], "replyTimes"> };
  readonly target: { readonly description: Pick<Target["description"], "requestsPerSecond"> };
}

/**
 * Returns a predicate that tests whether work continues past its time limit: it does if the request rate is limited, so
 * that it mostly waited, and the target still replies.
 */
export function rateLimitedWork({ session, target }: RateLimited): () => boolean {
  const { replyTimes } = session.recorder;
  const isPaced = target.description.requestsPerSecond !== undefined;
  let { count, rateRefusals } = replyTimes;
  let times = 1;
  return () => {
    const isLimited = isPaced || replyTimes.rateRefusals > rateRefusals;
    const isAlive = replyTimes.count > count;
    ({ count, rateRefusals } = replyTimes);
    times += 1;
    return isLimited && isAlive && times <= mostTimes;
  };
}
