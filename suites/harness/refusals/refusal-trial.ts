import type { SettledEvents } from "../session/check.ts";
import type { Step } from "../step/step.ts";

/**
 * A request that must be refused, with the evidence. The stored object before and after the request, and the events up
 * to a sentinel, show that it had no effect. The positive control, which is the same request with only the mistake
 * corrected, shows that it was refused for the right reason.
 */
export interface RefusalTrial {
  readonly before: Step;
  readonly attempt: Step;
  readonly after: Step;
  readonly events: SettledEvents;
  /** Absent if the request cannot be corrected (a caller without any permission). */
  readonly control?: Step;
}
