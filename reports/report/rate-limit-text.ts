import { agreeing, counted } from "#contract";
import type { RateLimitNotice } from "#verdicts";
import { describeDuration } from "../text/durations.ts";

/** Number of requests per case to assume until enough cases have finished to measure it. */
const usualRequests = 15;

/** Number of finished cases that is enough to measure the requests per case. */
const enoughCases = 10;

/**
 * Renders a line about the request rate: the estimated remaining time or, after the run, the number of retried
 * requests.
 */
export function rateLimitText(notice: RateLimitNotice): string {
  const { refused, replies, declared, elapsedMs, isOver } = notice;
  const rate = declared ?? (replies * 1000) / Math.max(1, elapsedMs);
  const perSecond = `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} requests per second`;
  if (isOver) {
    const were = agreeing(refused, "was", "were");
    const repeated = `${counted(refused, "request")} ${were} rejected and retried`;
    return `waited for the limit of ${perSecond}: ${repeated}\n`;
  }
  const { planned, ended } = notice.cases;
  const each = ended < enoughCases ? usualRequests : replies / ended;
  const left = (planned - ended) * each;
  return `limited to ${perSecond}: about ${counted(Math.round(left), "request")} and ${describeDuration((1000 * left) / rate)} left; --quick and --only send fewer requests\n`;
}
