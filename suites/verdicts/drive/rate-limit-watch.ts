import type { ReplyTimes } from "#harness";
import type { CaseLine } from "../record/record.ts";
import type { RateLimitNotice, RunOptions } from "./run-options.ts";

/** The numbers of responses and of rejected requests that are enough to estimate the request rate. */
const knownAfter = { replies: 30, refused: 5 } as const;

interface Watched extends Pick<RunOptions, "onRateLimit"> {
  readonly planned: number;
  readonly declared: number | undefined;
  readonly now: () => number;
}

/** Reports a rate limit: at once if it is declared, otherwise after requests were rejected. */
export class RateLimitWatch {
  readonly #watched: Watched;
  #ended = 0;
  #isReported = false;

  constructor(watched: Watched) {
    this.#watched = watched;
    if (watched.declared !== undefined) this.#tell({ count: 0, rateRefusals: 0 }, false);
  }

  caseEnded({ attempt }: Pick<CaseLine, "attempt">): void {
    if (attempt === undefined) this.#ended += 1;
  }

  /** Wraps `emit` to count the finished cases. */
  counting(emit: RunOptions["emit"]): RunOptions["emit"] {
    return (line) => {
      if (line.line === "case") this.caseEnded(line);
      emit(line);
    };
  }

  saw(times: Pick<ReplyTimes, "count" | "rateRefusals">): void {
    const { replies, refused } = knownAfter;
    if (this.#isReported || times.count < replies || times.rateRefusals < refused) return;
    this.#tell(times, false);
  }

  end(times: Pick<ReplyTimes, "count" | "rateRefusals">): void {
    if (this.#isReported || times.rateRefusals > 0) this.#tell(times, true);
  }

  #tell(
    { count, rateRefusals }: Pick<ReplyTimes, "count" | "rateRefusals">,
    isOver: boolean,
  ): void {
    this.#isReported = true;
    const { onRateLimit, planned, declared, now } = this.#watched;
    const notice: RateLimitNotice = {
      replies: count,
      refused: rateRefusals,
      ...(declared === undefined ? {} : { declared }),
      elapsedMs: now(),
      cases: { planned, ended: this.#ended },
      isOver,
    };
    onRateLimit?.(notice);
  }
}
