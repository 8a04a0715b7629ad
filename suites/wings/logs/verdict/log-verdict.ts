import type { Anomaly } from "#checker";
import type { LoggedWriter } from "../port/logged-request.ts";
import type { FoundRequest, WriterFinding, WriterRuleName } from "../port/writer-finding.ts";

/** An anomaly in the history, with the logged requests that it involves. */
export interface FoundAnomaly {
  readonly anomaly: Anomaly;
  readonly requests: readonly FoundRequest[];
}

/** The violations of one rule by one writer on objects of one kind. */
export interface WriterSum {
  readonly rule: WriterRuleName;
  readonly by: LoggedWriter;
  readonly other?: LoggedWriter;
  /** Kind of the objects, such as `deployments.apps`. */
  readonly kind: string;
  readonly count: number;
  readonly objects: number;
  /** Response times of the first and the last request, in milliseconds since 1970. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** The fields up to the second level (`status.conditions`) with counts; the most frequent first. */
  readonly fields: readonly (readonly [string, number])[];
}

export interface LogVerdict {
  readonly requests: number;
  readonly objects: number;
  readonly writers: number;
  readonly writes: number;
  /** Number of accepted writes with a known effect: both the preceding and the stored state are in the log. */
  readonly comparedWrites: number;
  /** Number of requests in the history of versions. */
  readonly operations: number;
  readonly anomalies: readonly FoundAnomaly[];
  /** At most 5 findings per sum and 500 per log. `sums` counts all findings. */
  readonly findings: readonly WriterFinding[];
  readonly sums: readonly WriterSum[];
  /** Objects for which the check was inconclusive, with reasons. */
  readonly open: readonly string[];
  /** Limitations of the log, one sentence each. */
  readonly limits: readonly string[];
  readonly skipped: ReadonlyMap<string, number>;
}
