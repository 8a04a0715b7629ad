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
  /** Concurrent reads of the last attempt. Empty if the limit is unknown. */
  readonly reads: readonly Step[];
  readonly windowSeconds: number;
  readonly requests?: number;
}

const requirement = "errors.rate-limit-tells-delay";

interface Window {
  readonly windowSeconds: number;
  readonly requests: number | undefined;
}

/** Maximum limit to test. A larger one would need a load test. */
const maxRequests = 500;

/** Maximum number of requests in one attempt: enough for the largest limit in a single window. */
const maxSent = 2 * maxRequests + 1;

/** Number of attempts. On a busy machine, requests may take longer than a window, so the next attempt sends more. */
const attempts = 3;

/** Exceeds the identity's rate limit. The requests served before are the positive controls. */
export const rateLimitTellsDelay = defineCheck<Observations>({
  id: "errors/rate-limit-tells-delay",
  title: "A rejection for too many requests states when to retry",
  covers: [requirement],
  scope: "target",
  features: ["rate-limit"],
  identities: ["throttled"],

  async drive(context) {
    const { rateLimit } = context.target;
    if (rateLimit === undefined || rateLimit.requests > maxRequests) {
      return { reads: [], windowSeconds: 0 };
    }
    const { key } = await context.fixture();
    const { requests, windowSeconds } = rateLimit;
    let windows = 1;
    let reads: readonly Step[] = [];
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      // Requests that start in one window may finish in the next.
      const count = Math.min(requests * (windows + 1) + 1, maxSent);
      reads = await Promise.all(
        Array.from({ length: count }, () =>
          context.call({ ...readOf(key), identity: "throttled" }),
        ),
      );
      if (reads.some((read) => !isAccepted(read))) break;
      windows = windowsOf(reads, windowSeconds);
      if (count > requests * (windows + 1)) break;
      windows *= 2;
    }
    return { reads, windowSeconds, requests };
  },

  judge({ reads, windowSeconds, requests }) {
    if (reads.length === 0) {
      const reason = `the rate limit is unknown, or exceeds ${maxRequests} requests`;
      return [undecided(requirement, reason, [])];
    }
    const refused = reads.filter((read) => refusalOf(read)?.reason === "rateLimited");
    if (refused.length === 0) return [judgeUnlimited(reads, { windowSeconds, requests })];
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
    expected: "the rejection states how many seconds to wait before a retry",
    actual: delay === undefined ? "the rejection states no delay" : `it states ${delay}`,
    evidence: [read.exchange],
  });
}

/** Judges a limit that rejected nothing. It is violated if more requests were served than it permits. */
function judgeUnlimited(reads: readonly Step[], { windowSeconds, requests }: Window): Finding {
  const evidence = reads.map(({ exchange }) => exchange);
  const broken = reads.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const windows = windowsOf(reads, windowSeconds);
  const isTooMany = requests === undefined ? windows <= 1 : reads.length > requests * (windows + 1);
  if (!isTooMany) {
    const reason = `the requests took ${Math.round(durationMsOf(reads))} ms, longer than the rate limit period`;
    return undecided(requirement, reason, evidence);
  }
  return claim(requirement, {
    holds: false,
    expected: `at least one of ${counted(reads.length, "request")} within ${windows * windowSeconds} s is rejected as rateLimited`,
    actual: "no request was rejected as rateLimited",
    evidence,
    isAboutReason: reads.some((read) => refusalOf(read) !== undefined),
  });
}

function windowsOf(reads: readonly Step[], windowSeconds: number): number {
  return Math.max(1, Math.ceil(durationMsOf(reads) / (windowSeconds * 1_000)));
}

function durationMsOf(reads: readonly Step[]): number {
  const times = reads.flatMap(({ startedMs, endedMs }) => [startedMs, endedMs]);
  return Math.max(...times) - Math.min(...times);
}
