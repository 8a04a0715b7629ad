import type { ExtensionRequirement, Limits, ProfileName, ProfileRevision } from "#contract";
import type { AnyCheck, ProofBudget, Target } from "#harness";
import type { KnownFault } from "../judging/requirement-causes.ts";
import type { ConcurrencyLimits } from "../plan/adaptive-concurrency.ts";
import type { Selection } from "../plan/select.ts";
import type { Baseline } from "../record/baseline.ts";
import type { RecordLine, Shard, SuiteIdentity } from "../record/record.ts";

/** How a rate limit has affected a run so far. */
export interface RateLimitNotice {
  readonly replies: number;
  /** Number of requests that were rejected and retried. */
  readonly refused: number;
  /** The client-side rate limit, in requests per second. Absent if the target declares none. */
  readonly declared?: number;
  /** Milliseconds since the run started. */
  readonly elapsedMs: number;
  readonly cases: { readonly planned: number; readonly ended: number };
  readonly isOver: boolean;
}

/** The input of a run. The runner itself reads no clock and no environment, and writes no output. */
export interface RunOptions {
  readonly suite: SuiteIdentity;
  readonly target: Target;
  readonly checks: readonly AnyCheck[];
  readonly profile: ProfileName;
  /** Defaults to the newest revision. */
  readonly revision?: ProfileRevision;
  /** Additional requirements beyond the profile. None by default. */
  readonly extensions?: readonly ExtensionRequirement[];
  readonly selection: Selection;
  /** The shard to run. Defaults to the whole run. */
  readonly shard?: Shard;
  /** Expected failures of the target. None by default. */
  readonly baseline?: Baseline;
  readonly seed: number;
  /** The budget of properties and histories. Defaults to `usualBudget`. */
  readonly proofBudget?: ProofBudget;
  /** Unique to the run: at most 30 characters of `a` to `z` and `0` to `9`. */
  readonly run: string;
  /** Name prefix of all created objects, at most 20 characters. By default, names are unpredictable. */
  readonly namePrefix?: string;
  /** Number of attempts at a failing case, to distinguish deterministic failures from flaky ones. Defaults to 1. */
  readonly attempts?: number;
  /** Limits for the number of concurrent cases. */
  readonly concurrencyLimits: ConcurrencyLimits;
  readonly limits: Limits;
  /**
   * Time limit for all cases together, in milliseconds. When it is reached, cases that are running or have not started
   * are inconclusive. Unlimited by default.
   */
  readonly timeLimitMs?: number;
  /** Probes each kind before the first case. Stops if the target rejects all valid requests of an operation. */
  readonly isTriedFirst?: boolean;
  /**
   * Accepts every pass, and skips the search for other writers. By default, a pass is inconclusive if no fault would
   * have changed its observations, and violations on kinds that another client writes are undecided.
   */
  readonly isUnquestioned?: true;
  /** Omits the sensitivity of passes. By default, observations are mutated until each expected defect is detected. */
  readonly omitsSensitivity?: true;
  /** Maximum number of writes, including removals; 0 for read-only. Unlimited by default. */
  readonly mostWrites?: number;
  /** The command that reproduces the run. Contains no credentials. */
  readonly command: string;
  /** Known faults. The run names those that could have caused its findings. */
  readonly knownFaults: readonly KnownFault[];
  readonly clock: () => Date;
  /** Monotonic clock in milliseconds, with an arbitrary start. */
  readonly monotonicMs: () => number;
  /** Whether to write the recorded histories of findings to files next to the record. */
  readonly hasHistoryFiles?: boolean;
  /** Keeps created objects. For a target that disappears when the run finishes. */
  readonly keepObjects?: boolean;
  /** Receives the record line by line. Must not throw. */
  readonly emit: (line: RecordLine) => void;
  /** Called once when the request rate turns out to be limited, and again when such a run finishes. */
  readonly onRateLimit?: (notice: RateLimitNotice) => void;
  /** Aborts the run: created objects are removed, and the footer records the interruption. */
  readonly signal: AbortSignal;
}

export class EnoughBroken extends Error {
  override readonly name = "EnoughBroken";
  readonly broken: number;

  constructor(broken: number) {
    super(`${broken} requirements are broken`);
    this.broken = broken;
  }
}
