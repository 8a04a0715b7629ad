/** A path of choices that a property must replay, without a search. */
export interface Replay {
  /** Id of the check, or the name of one of its cases. */
  readonly check: string;
  /** The path from the finding: numbers between colons. */
  readonly path: string;
}

/** The budget for proofs without a natural end: properties and histories. */
export interface Effort {
  /** Random sequences per case of a property, at least 1. */
  readonly runs: number;
  /**
   * Time limit in milliseconds for properties and histories together, instead of a number of runs. A case's context
   * contains its own share. If absent, the numbers of runs and operations apply.
   */
  readonly budgetMs?: number;
  /** Operations of all histories together, at least 1. */
  readonly operations: number;
  /** Duration of a workload in milliseconds, instead of a number of operations. */
  readonly stressMs?: number;
  /** Maximum number of simplifications per counterexample; 400 by default. */
  readonly simplifications?: number;
  /** Replay one path of one property. Searches by default. */
  readonly replay?: Replay;
}

/** The default budget. */
export const usualEffort: Effort = { runs: 32, operations: 6000 };
