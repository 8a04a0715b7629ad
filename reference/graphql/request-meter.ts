import { counted } from "#contract";
import type { Identity } from "../kinds/demo-identities.ts";
import { refuse } from "../values/refusal.ts";
import type { Refusal } from "../values/refusal.ts";

interface Window {
  readonly beganMs: number;
  requests: number;
}

/** Counts requests by callers with a rate limit. Keeps no state for other callers. */
export class RequestMeter {
  readonly #now: () => Date;
  readonly #windows = new Map<string, Window>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Counts a request. Returns a refusal if the request exceeds the limit. */
  count({ name, rateLimit }: Identity): Refusal | undefined {
    if (rateLimit === undefined) return undefined;
    const nowMs = this.#now().getTime();
    const windowMs = rateLimit.windowSeconds * 1_000;
    let window = this.#windows.get(name);
    if (window === undefined || nowMs - window.beganMs >= windowMs) {
      window = { beganMs: nowMs, requests: 0 };
      this.#windows.set(name, window);
    }
    window.requests += 1;
    if (window.requests <= rateLimit.requests) return undefined;
    return refuse(
      "RATE_LIMITED",
      `"${name}" may send ${counted(rateLimit.requests, "request")} in ${counted(rateLimit.windowSeconds, "second")}.`,
      {
        reason: "TooManyRequests",
        retryAfterSeconds: Math.max(1, Math.ceil((window.beganMs + windowMs - nowMs) / 1_000)),
      },
    );
  }
}
