import { counted, describeKey, describeOutcome } from "#contract";
import type { ObjectKey, Outcome } from "#contract";

/** Thrown if a flush fails to store its status. The object must be reconciled again. */
export class StatusNotWritten extends Error {
  override readonly name = "StatusNotWritten";
  readonly key: ObjectKey;
  readonly outcome: Outcome;
  readonly attempts: number;

  constructor(
    key: ObjectKey,
    { outcome, attempts }: { readonly outcome: Outcome; readonly attempts: number },
  ) {
    const times = counted(attempts, "attempt");
    super(
      `the status of ${describeKey(key)} was not written in ${times}: ${describeOutcome(outcome)}`,
    );
    this.key = key;
    this.outcome = outcome;
    this.attempts = attempts;
  }

  /** Whether other writers kept causing conflicts. In that case, the next reconcile may succeed. */
  get isConflict(): boolean {
    return this.outcome.result === "refused" && this.outcome.refusal.reason === "conflict";
  }
}
