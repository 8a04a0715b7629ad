/** A path of choices for a property to replay instead of searching. */
export interface Replay {
  readonly check: string;
  /** The path from the finding: numbers separated by colons. */
  readonly path: string;
}

/** The budget of properties and histories, which would otherwise run indefinitely. */
export interface ProofBudget {
  /** Random sequences per case of a property, at least 1. */
  readonly runs: number;
  /**
   * Time limit in milliseconds for all properties and histories together. The context of a case contains the case's
   * share. If absent, the numbers of runs and operations apply.
   */
  readonly budgetMs?: number;
  /** Operations of all histories together, at least 1. */
  readonly operations: number;
  /** Duration of a workload in milliseconds, instead of a number of operations. */
  readonly stressMs?: number;
  /** Maximum number of simplifications per counterexample. Defaults to 400. */
  readonly simplifications?: number;
  /** Replays one path of one property. By default, properties search for counterexamples. */
  readonly replay?: Replay;
}

export const usualBudget: ProofBudget = { runs: 32, operations: 6000 };
