import { setTimeout as wait } from "node:timers/promises";
import type { Outcome } from "#contract";

export interface OutageOptions {
  /** Milliseconds since the run started. */
  readonly now: () => number;
  /** Time in milliseconds after which a target that refuses all connections counts as unreachable. */
  readonly patienceMs: number;
  /** Pause before the first repetition of a request, in milliseconds. It doubles with each repetition. */
  readonly pauseMs: number;
}

/** A target may be restarted during a run, so shorter outages must not end it. */
const leastPatienceMs = 10_000;

const longestPauseMs = 500;

export function outageOptions({
  limits: { requestMs },
  now,
}: Pick<OutageOptions, "now"> & {
  readonly limits: { readonly requestMs: number };
}): OutageOptions {
  return { now, patienceMs: Math.max(leastPatienceMs, requestMs), pauseMs: 50 };
}

/**
 * Bridges the time in which a target that has responded before refuses connections. A request without a connection was
 * not received, so even a write can be repeated. Failing at once would let all remaining cases fail within seconds.
 */
export class Outage {
  readonly #options: OutageOptions;
  #hasAnswered = false;
  #firstMs: number | undefined;
  #lastMs = 0;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** How long the target has refused all connections, in milliseconds, if it counts as unreachable. */
  get unreachableMs(): number | undefined {
    if (this.#firstMs === undefined) return undefined;
    const durationMs = this.#lastMs - this.#firstMs;
    return durationMs >= this.#options.patienceMs ? durationMs : undefined;
  }

  /** Waits before the next repetition. Returns whether the request is to be repeated. */
  async isWorthRepeating(outcome: Outcome, sent: number, signal: AbortSignal): Promise<boolean> {
    this.#note(outcome);
    if (!isRefusedConnection(outcome) || !this.#hasAnswered) return false;
    if (this.unreachableMs !== undefined) return false;
    const pauseMs = Math.min(longestPauseMs, this.#options.pauseMs * 2 ** (sent - 1));
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    return !signal.aborted;
  }

  #note(outcome: Outcome): void {
    if (isRefusedConnection(outcome)) {
      this.#lastMs = this.#options.now();
      this.#firstMs ??= this.#lastMs;
    } else if (outcome.result !== "unknown" && outcome.result !== "unsupported") {
      this.#hasAnswered = true;
      this.#firstMs = undefined;
    }
  }
}

function isRefusedConnection(outcome: Outcome): boolean {
  return (
    outcome.result === "unknown" && outcome.cause === "connection" && outcome.isUnsent === true
  );
}
