export interface BudgetOptions {
  readonly operations: number;
  /** Deadline in milliseconds, on the clock of `now`. */
  readonly untilMs: number;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export class Budget {
  readonly #options: BudgetOptions;
  #left: number;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#left = options.operations;
  }

  get isSpent(): boolean {
    const { untilMs, now, signal } = this.#options;
    return this.#left <= 0 || signal.aborted || now() >= untilMs;
  }

  /** Returns false if no operation is left. */
  take(): boolean {
    if (this.isSpent) return false;
    this.#left -= 1;
    return true;
  }
}
