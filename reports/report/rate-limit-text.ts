import { agreeing, counted } from "#contract";
import type { RateLimitNotice } from "#verdicts";
import { describeDuration } from "../text/durations.ts";

/** Assumed number of requests per case, until enough cases of the run have finished to measure it. */
const usualRequests = 15;

/** Number of finished cases after which their number of requests is known. */
const enoughCases = 10;

/** Renders a line about the request rate: the estimated duration of the run, or what the run waited for. */
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
  const left = Math.max(0, planned * each - replies);
  return `limited to ${perSecond}: about ${counted(Math.round(left), "request")} and ${describeDuration((1000 * left) / rate)} left; --quick and --only send fewer requests\n`;
}
