/** What ends a workload. */
export interface BudgetOptions {
  readonly operations: number;
  /** On the clock of `now`. */
  readonly untilMs: number;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Operations that may still be sent. */
export class Budget {
  readonly #options: BudgetOptions;
  #left: number;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#left = options.operations;
  }

  /** Whether there is nothing left: no operations, no time, or the case was aborted. */
  get isSpent(): boolean {
    const { untilMs, now, signal } = this.#options;
    return this.#left <= 0 || signal.aborted || now() >= untilMs;
  }

  /** Takes one operation; false where there is none left. */
  take(): boolean {
    if (this.isSpent) return false;
    this.#left -= 1;
    return true;
  }
}
