import type { SettledEvents } from "../session/check.ts";
import type { Step } from "../step/step.ts";

/**
 * A request that must be refused, with the proof that it was refused for the right reason and without effect: the
 * stored object before and after, the events up to a sentinel, and the positive control, which is the same request with
 * only the mistake corrected.
 */
export interface RefusalTrial {
  readonly before: Step;
  readonly attempt: Step;
  readonly after: Step;
  readonly events: SettledEvents;
  /** Absent if no correction exists (a caller without any permission). */
  readonly control?: Step;
}
