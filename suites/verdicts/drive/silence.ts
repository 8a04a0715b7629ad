import type { Session } from "#harness";
import type { Limits } from "#contract";
import { isFailure } from "../record/case-finding.ts";
import { reasonRateLimited, reasonUnreachable, reasonUnresponsive } from "../plan/time-budget.ts";
import type { CaseLine } from "../record/record.ts";

/** Number of cases that must fail without any response in between before the target counts as unavailable. */
const minFailed = 8;

/** Minimum silence, as a multiple of the time limit of a request. */
const requestTimes = 3;

export interface SilenceOptions {
  readonly recorder: Pick<Session["recorder"], "rateLimit" | "replyTimes" | "unreachableMs">;
  readonly limits: Pick<Limits, "requestMs">;
  /** Milliseconds since the run started. */
  readonly now: () => number;
}

/**
 * Detects that a target no longer responds. Each case would otherwise wait for its own timeouts, which takes hours in a
 * large run.
 */
export class Silence {
  readonly #options: SilenceOptions;
  #count = 0;
  #sinceMs = 0;
  #failed = 0;

  constructor(options: SilenceOptions) {
    this.#options = options;
  }

  /** Why no further case can succeed. Undefined while the target responds. */
  get reason(): string | undefined {
    const { rateLimit, unreachableMs } = this.#options.recorder;
    if (unreachableMs !== undefined) return reasonUnreachable(unreachableMs);
    const leastMs = requestTimes * this.#options.limits.requestMs;
    const isSilent = this.#silentMs() >= leastMs && this.#failed >= minFailed;
    if (!isSilent) return undefined;
    return rateLimit === undefined
      ? reasonUnresponsive(leastMs)
      : reasonRateLimited(leastMs, rateLimit);
  }

  ended({ findings }: Pick<CaseLine, "findings">): void {
    this.#silentMs();
    if (findings.some(isFailure)) this.#failed += 1;
  }

  #silentMs(): number {
    const nowMs = this.#options.now();
    const { count } = this.#options.recorder.replyTimes;
    if (count !== this.#count) {
      this.#count = count;
      this.#sinceMs = nowMs;
      this.#failed = 0;
    }
    return nowMs - this.#sinceMs;
  }
}
