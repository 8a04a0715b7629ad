import { InFlightLimit } from "./in-flight-limit.ts";
import { Pace, waitFor } from "./rate-limiter.ts";
import type { RateDecision } from "./rate-limits.ts";

export interface PacedRequest<Result> {
  readonly once: () => Promise<Result>;
  /** Decides how to continue after an attempt, whose number starts at 1. */
  readonly decide: (result: Result, attempt: number) => RateDecision;
  /**
   * Whether the request opens a stream, which may get no response before its first event. A server may limit the number
   * of streams, so its rejection delays no other request. False by default.
   */
  readonly isStream?: boolean;
}

/** The result of the last attempt. */
export interface Paced<Result> {
  readonly result: Result;
  readonly decision: Exclude<RateDecision, { readonly kind: "wait" }>;
  /** Number of earlier attempts that were rejected because of the rate. */
  readonly refusals: number;
  /** The last rejected attempt. Absent if there was none. */
  readonly rejected?: Result;
}

/**
 * Sends the requests of all callers of an endpoint as fast as it permits: limits the number of requests in flight and
 * the rate after rejections, pauses as requested, and sends rejected requests again.
 */
export class RequestRate {
  readonly #inFlight = new InFlightLimit();
  readonly #pace: Pace;

  constructor(pace = new Pace(undefined)) {
    this.#pace = pace;
  }

  /** Whether no request may be sent at present, because the endpoint requested a pause. */
  get isPaused(): boolean {
    return this.#pace.isPaused;
  }

  /** Waits until one request may be sent, regardless of the requests in flight. */
  turn(signal: AbortSignal): Promise<void> | undefined {
    return this.#pace.turn(signal);
  }

  /** Pauses all requests, in milliseconds. */
  pause(pauseMs: number): void {
    this.#pace.pause(pauseMs);
  }

  /** Sends a request until its result is not rejected because of the rate. Rejects if an attempt does. */
  async send<Result>(
    { once, decide, isStream = false }: PacedRequest<Result>,
    signal: AbortSignal,
  ): Promise<Paced<Result>> {
    let rejected: { readonly rejected?: Result } = {};
    for (let refusals = 0; ; refusals += 1) {
      const place = isStream ? undefined : await this.#inFlight.enter(signal);
      await this.#pace.turn(signal);
      let how: "answered" | "refused" = "answered";
      try {
        const result = await once();
        const decision = decide(result, refusals + 1);
        if (!isStream) this.#learn(decision);
        else if (decision.kind === "wait") await waitFor(decision.pauseMs, signal);
        if (decision.kind !== "go-on") how = "refused";
        if (decision.kind !== "wait") return { result, decision, refusals, ...rejected };
        rejected = { rejected: result };
      } finally {
        if (place !== undefined) this.#inFlight.leave(place, how);
      }
    }
  }

  #learn(decision: RateDecision): void {
    if (decision.kind === "go-on") return this.#pace.served();
    const pause = decision.kind === "wait" ? { pauseMs: decision.pauseMs } : {};
    this.#pace.refused({ isAlone: this.#inFlight.isNarrowest, ...pause });
  }
}
