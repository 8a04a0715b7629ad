import type { ControllerStateEvent } from "./controller-event.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import type { RuleContext } from "./controller-rule.ts";

/**
 * Something that a controller has to do in time. The time counts only while it is known to run, and
 * starts anew with its process.
 */
export class DueReport {
  readonly #context: RuleContext;
  #cause: KeptEvidence | undefined;
  #sinceMs = 0;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  /** The cause of a due report. Absent if none is due. */
  get cause(): KeptEvidence | undefined {
    return this.#cause;
  }

  /** It is due from now on. */
  expect(cause: KeptEvidence): void {
    this.#cause = cause;
    this.#sinceMs = cause.atMs;
  }

  /** It is done, or no longer needed. */
  settle(): void {
    this.#cause = undefined;
  }

  controller({ atMs }: ControllerStateEvent): void {
    this.#sinceMs = Math.max(this.#sinceMs, atMs);
  }

  /** Whether the time is over. */
  isLate(atMs: number): boolean {
    return (
      this.#cause !== undefined &&
      this.#context.isRunning() &&
      atMs - this.#sinceMs > this.#context.limits.convergeMs
    );
  }
}
