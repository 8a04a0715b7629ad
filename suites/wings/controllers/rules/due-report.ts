import type { ControllerStateEvent, WriteEvent } from "./controller-event.ts";
import { isDenied } from "./denied-writes.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import type { RuleContext } from "./controller-rule.ts";

/**
 * A deadline for a report by the controller. Time counts only while the controller runs and
 * receives all events. The deadline restarts when the process restarts or a delay ends. A controller without permission
 * to write cannot report: its last write then ends the deadline. That write may be one of the other side, such as one
 * that adds a finalizer before anything is reported, but not one that follows the report.
 */
export class DueReport {
  readonly #context: RuleContext;
  readonly #side: WriteEvent["side"] | undefined;
  #cause: KeptEvidence | undefined;
  #sinceMs = 0;
  #isDenied = false;

  /** `side`: the side of the object that a report changes. Absent if a report is not a write of the object. */
  constructor(context: RuleContext, side?: WriteEvent["side"]) {
    this.#context = context;
    this.#side = side;
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

  wrote(write: WriteEvent): void {
    if (write.by !== "controller" || this.#side === undefined) return;
    const isBefore = isDenied(write) && this.#cause !== undefined;
    if (write.side === this.#side || isBefore) this.#isDenied = isDenied(write);
  }

  controller({ atMs }: ControllerStateEvent): void {
    this.#sinceMs = Math.max(this.#sinceMs, atMs);
  }

  isLate(atMs: number): boolean {
    const sinceMs = Math.max(this.#sinceMs, this.#context.informedSinceMs());
    return (
      this.#cause !== undefined &&
      !this.#isDenied &&
      this.#context.isRunning() &&
      atMs - sinceMs > this.#context.limits.convergeMs
    );
  }
}
