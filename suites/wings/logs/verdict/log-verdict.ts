import type { Anomaly } from "#checker";
import type { LoggedWriter } from "../port/logged-request.ts";
import type { FoundRequest, WriterFinding, WriterRuleName } from "../port/writer-finding.ts";

/** An anomaly of the history with the requests behind it. */
export interface FoundAnomaly {
  readonly anomaly: Anomaly;
  readonly requests: readonly FoundRequest[];
}

/** How often one writer made one mistake on one kind of objects. */
export interface WriterSum {
  readonly rule: WriterRuleName;
  readonly by: LoggedWriter;
  readonly other?: LoggedWriter;
  /** `deployments.apps`. */
  readonly kind: string;
  readonly count: number;
  readonly objects: number;
  /** When the first and the last of the requests ended, in milliseconds since 1970. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** The fields, down to the second member (`status.conditions`), with how often; the most frequent first. */
  readonly fields: readonly (readonly [string, number])[];
}

/** What a log shows. */
export interface LogVerdict {
  readonly requests: number;
  readonly objects: number;
  readonly writers: number;
  /** Writes to objects that were there already, and that were carried out. */
  readonly writes: number;
  /** Those whose effect is known: both what was there and what was stored are in the log. */
  readonly comparedWrites: number;
  /** Requests that the history of versions was made of. */
  readonly operations: number;
  readonly anomalies: readonly FoundAnomaly[];
  /** The findings that are kept; `sums` counts all of them. */
  readonly findings: readonly WriterFinding[];
  readonly sums: readonly WriterSum[];
  /** Objects whose history could not be decided, with the reason. */
  readonly open: readonly string[];
  /** What the log cannot show, one sentence each. */
  readonly limits: readonly string[];
  /** Why lines were not used, with how many. */
  readonly skipped: ReadonlyMap<string, number>;
}
