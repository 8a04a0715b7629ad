import type { Limits } from "#contract";
import type { Session, Target } from "#harness";

/** Maximum duration of prolonged work, as a multiple of its time limit. */
const maxTimes = 10;

/** Responses count as slow if fewer than this number of them, one after the other, fit into the time limit of a case. */
const fewResponses = 20;

export interface Slowed {
  readonly limits: Pick<Limits, "caseMs">;
  readonly session: { readonly recorder: Pick<Session["recorder"], "isPaused" | "replyTimes"> };
  readonly target: { readonly description: Pick<Target["description"], "requestsPerSecond"> };
}

/**
 * Returns a predicate that tests whether work may continue past its time limit, because the request rate is limited or
 * responses are slow, and the target still responds or has requested a pause.
 */
export function slowedWork({ limits, session, target }: Slowed): () => boolean {
  const { replyTimes } = session.recorder;
  const isPaced = target.description.requestsPerSecond !== undefined;
  const isAnswered = answeredWork({ session });
  let { rateRefusals } = replyTimes;
  return () => {
    const isLimited =
      isPaced || session.recorder.isPaused || replyTimes.rateRefusals > rateRefusals;
    const isSlow = replyTimes.recentMs * fewResponses > limits.caseMs;
    ({ rateRefusals } = replyTimes);
    return isAnswered() && (isLimited || isSlow);
  };
}

/**
 * Returns a predicate that tests whether work may continue past its time limit, because the target still responds or has
 * requested a pause.
 */
export function answeredWork({ session }: Pick<Slowed, "session">): () => boolean {
  const { replyTimes } = session.recorder;
  let { count } = replyTimes;
  let times = 1;
  return () => {
    const isAlive = replyTimes.count > count || session.recorder.isPaused;
    ({ count } = replyTimes);
    times += 1;
    return isAlive && times <= maxTimes;
  };
}
