import type { ControllerStateEvent } from "./controller-event.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import type { RuleContext } from "./controller-rule.ts";

/**
 * A deadline for a report by the controller. Time counts only while the controller runs and
 * receives all events. The deadline restarts when the process restarts or a delay ends.
 */
export class DueReport {
  readonly #context: RuleContext;
  #cause: KeptEvidence | undefined;
  #sinceMs = 0;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  /** Absent if no report is due. */
  get cause(): KeptEvidence | undefined {
    return this.#cause;
  }

  expect(cause: KeptEvidence, sinceMs = cause.atMs): void {
    this.#cause = cause;
    this.#sinceMs = sinceMs;
  }

  settle(): void {
    this.#cause = undefined;
  }

  controller({ atMs }: ControllerStateEvent): void {
    this.#sinceMs = Math.max(this.#sinceMs, atMs);
  }

  isLate(atMs: number): boolean {
    const sinceMs = Math.max(this.#sinceMs, this.#context.informedSinceMs());
    return (
      this.#cause !== undefined &&
      this.#context.isRunning() &&
      atMs - sinceMs > this.#context.limits.convergeMs
    );
  }
}
