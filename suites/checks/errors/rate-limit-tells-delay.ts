import { counted } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  readOf,
  refusalOf,
  undecided,
} from "#harness";
import type { Finding, Step } from "#harness";

interface Observations {
  /** Concurrent reads. Empty if the limit is unknown. */
  readonly reads: readonly Step[];
  readonly windowSeconds: number;
}

const requirement = "errors.rate-limit-tells-delay";

/** Maximum limit to test. A larger one would need a load test. */
const mostRequests = 500;

/** Exceeds the identity's rate limit. The requests that are served first are the positive controls. */
export const rateLimitTellsDelay = defineCheck<Observations>({
  id: "errors/rate-limit-tells-delay",
  title: "A refusal for too many requests states when to retry",
  covers: [requirement],
  scope: "target",
  features: ["rate-limit"],
  identities: ["throttled"],

  async drive(context) {
    const { rateLimit } = context.target;
    if (rateLimit === undefined || rateLimit.requests > mostRequests) {
      return { reads: [], windowSeconds: 0 };
    }
    const { key } = await context.fixture();
    // Twice the limit plus one, because the window may end while the requests arrive.
    const reads = await Promise.all(
      Array.from({ length: rateLimit.requests * 2 + 1 }, () =>
        context.call({ ...readOf(key), identity: "throttled" }),
      ),
    );
    return { reads, windowSeconds: rateLimit.windowSeconds };
  },

  judge({ reads, windowSeconds }) {
    if (reads.length === 0) {
      const reason = `no limit of at most ${mostRequests} requests is known`;
      return [undecided(requirement, reason, [])];
    }
    const refused = reads.filter((read) => refusalOf(read)?.reason === "rateLimited");
    if (refused.length === 0) return [judgeUnlimited(reads, windowSeconds)];
    if (!reads.some(isAccepted)) {
      const evidence = refused.map(({ exchange }) => exchange);
      return [undecided(requirement, "no positive control: no request was served", evidence)];
    }
    return refused.map(judgeDelay);
  },
});

function judgeDelay(read: Step): Finding {
  const delay = refusalOf(read)?.retryAfterSeconds;
  return claim(requirement, {
    holds: delay !== undefined && Number.isFinite(delay) && delay >= 0,
    expected: "the refusal states how many seconds to wait before a retry",
    actual: delay === undefined ? "it states no delay" : `it states ${delay}`,
    evidence: [read.exchange],
  });
}

/** Judges a limit that refused nothing: a violation if all requests were sent within the window. */
function judgeUnlimited(reads: readonly Step[], windowSeconds: number): Finding {
  const evidence = reads.map(({ exchange }) => exchange);
  const broken = reads.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const times = reads.flatMap(({ startedMs, endedMs }) => [startedMs, endedMs]);
  const tookMs = Math.max(...times) - Math.min(...times);
  if (tookMs > windowSeconds * 1_000) {
    const reason = `the requests took ${Math.round(tookMs)} ms, longer than the period of the limit`;
    return undecided(requirement, reason, evidence);
  }
  return claim(requirement, {
    holds: false,
    expected: `some of ${counted(reads.length, "request")} within ${windowSeconds} s are refused as rateLimited`,
    actual: "no request was refused",
    evidence,
  });
}
