/** One path of choices that a property is to walk again, and nothing else. */
export interface Replay {
  /** Id of the check, or the name of one of its cases. */
  readonly check: string;
  /** The path as the finding named it: numbers between colons. */
  readonly path: string;
}

/** How much a run spends on proofs that could go on for ever: properties and histories. */
export interface Effort {
  /** Random sequences per case of a property, at least 1. */
  readonly runs: number;
  /**
   * Wall time in milliseconds for properties and histories together, instead of a number of runs. What a
   * case finds in its context is its own share of it. Absent: as many runs and operations as are named.
   */
  readonly budgetMs?: number;
  /** Operations of all histories together, at least 1. */
  readonly operations: number;
  /** Wall time in milliseconds for which a workload goes on, instead of a number of operations. */
  readonly stressMs?: number;
  /** Simpler inputs that are tried for one counterexample, at most; 400 by default. */
  readonly simplifications?: number;
  /** Walk one path of one property again. Absent: search. */
  readonly replay?: Replay;
}

/** What a run spends where nothing was said. */
export const usualEffort: Effort = { runs: 32, operations: 6000 };
