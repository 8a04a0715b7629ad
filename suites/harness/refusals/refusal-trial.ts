import type { SettledEvents } from "../session/check.ts";
import type { Step } from "../judging/recorded-step.ts";

/**
 * A request that must be rejected, with the evidence. The stored object before and after the request, and the events up
 * to a sentinel, show that the request had no effect. The positive control, the same request without the error, shows
 * that the error was the reason for the rejection.
 */
export interface RefusalTrial {
  readonly before: Step;
  readonly attempt: Step;
  readonly after: Step;
  readonly events: SettledEvents;
  /** Absent if the request cannot be corrected, for example for a caller without any permission. */
  readonly control?: Step;
}
