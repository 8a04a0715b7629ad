import type { Limits } from "#contract";
import type { Target } from "#targets";
import type { ProofBudget } from "../judging/proof-budget.ts";
import type { TraceSink } from "./trace.ts";

export interface SessionOptions {
  readonly target: Target;
  readonly limits: Limits;
  readonly seed: number;
  /** The budget for properties and histories. Defaults to `usualProofBudget`. */
  readonly proofBudget?: ProofBudget;
  /** Unique to the run; determines the names of its objects. */
  readonly run: string;
  /** Prefix of all names. Defaults to no prefix. */
  readonly namePrefix?: string;
  /** Maximum number of concurrent property sequences, at least 1. Called before each sequence. */
  readonly sequencesAtOnce: () => number;
  /**
   * Maximum number of concurrent removals, at least 1. Defaults to a number that hides the latency of a slow endpoint.
   */
  readonly removalsAtOnce?: number;
  readonly trace: TraceSink;
  readonly now: () => number;
  /** Maximum number of writes, including removals. Unlimited by default. */
  readonly mostWrites?: number;
  /** Offset of exchange numbers. Defaults to 0. */
  readonly exchangesBefore?: number;
  /** Aborts all waits of the session, including waits of shared watches. */
  readonly signal: AbortSignal;
}
