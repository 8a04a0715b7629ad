import type { SettledEvents } from "../session/check.ts";
import type { Step } from "../step/step.ts";

/**
 * A request that must be refused, and what shows that it was refused for the right reason and without
 * effect: the stored object before and after, the events up to a sentinel, and the positive control,
 * which is the same request with only the offending datum repaired.
 */
export interface RefusalTrial {
  readonly before: Step;
  readonly attempt: Step;
  readonly after: Step;
  readonly events: SettledEvents;
  /** Absent where no repair exists (a caller that may do nothing at all). */
  readonly control?: Step;
}
