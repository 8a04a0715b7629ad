import type { ExtensionRequirement, Limits, ProfileName, ProfileRevision } from "#contract";
import type { AnyCheck, Effort, Target } from "#harness";
import type { KnownFault } from "../judging/causes.ts";
import type { BreadthLimits } from "../plan/breadth.ts";
import type { Selection } from "../plan/select.ts";
import type { Baseline } from "../record/baseline.ts";
import type { RecordLine, Shard, SuiteIdentity } from "../record/record.ts";

/** All that a run depends on. The runner has no clock, no environment and no output of its own. */
export interface RunOptions {
  readonly suite: SuiteIdentity;
  readonly target: Target;
  readonly checks: readonly AnyCheck[];
  readonly profile: ProfileName;
  /** The newest by default. */
  readonly revision?: ProfileRevision;
  /** What is required beside the profile; nothing by default. */
  readonly extensions?: readonly ExtensionRequirement[];
  readonly selection: Selection;
  /** The part of the run that this one is. All of it by default. */
  readonly shard?: Shard;
  /** Expected failures of the target. None by default. */
  readonly baseline?: Baseline;
  readonly seed: number;
  /** The budget of properties and histories. Defaults to the usual one. */
  readonly effort?: Effort;
  /** Unique to the run, at most 30 characters of `a` to `z` and `0` to `9`. */
  readonly run: string;
  /** Prefix of the names of all created objects, at most 20 characters. By default, names are unpredictable. */
  readonly namePrefix?: string;
  /** How often a case that breaks something is tried, to tell what always happens from what does now and then. Once by default. */
  readonly attempts?: number;
  /** How many cases are under way at the same time, at least 1: more of them on a target that answers slowly. */
  readonly breadth: BreadthLimits;
  readonly limits: Limits;
  /** Try each kind before the first case, and stop if the target accepts nothing. */
  readonly isTriedFirst?: boolean;
  /** Accept passes as they are. By default, a pass that would have noticed no mistake is inconclusive. */
  readonly isUnquestioned?: true;
  /** How many writes are sent at most, beside those that remove what was created; 0 to read only. Any number by default. */
  readonly mostWrites?: number;
  /** The command that repeats the run, without credentials. */
  readonly command: string;
  /** Known ways to be wrong, to compare with what the run finds. */
  readonly knownFaults: readonly KnownFault[];
  /** The wall clock. */
  readonly clock: () => Date;
  /** Milliseconds since any fixed moment, never going back. */
  readonly monotonicMs: () => number;
  /** Whoever takes the record keeps the recorded histories of findings as files beside it. */
  readonly hasHistoryFiles?: boolean;
  /** Leave what the run creates where it is: for a target that ends with the run. */
  readonly keepObjects?: boolean;
  /** Receives the record line by line. Must not throw. */
  readonly emit: (line: RecordLine) => void;
  /** Aborting it ends the run early: what was created is removed and the footer says so. */
  readonly signal: AbortSignal;
}
