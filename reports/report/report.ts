import type { JsonObject, JsonValue, Level, RequirementId } from "#contract";
import type {
  BaselineProblem,
  CaseHistory,
  Conclusion,
  Established,
  Premise,
  Verdict,
} from "#verdicts";
import type { FaultScore } from "./kill-table.ts";
import type { HtmlSupplement } from "./supplement.ts";
import type { HeaderLine } from "../record/lines.ts";

/** Version of the format that `schema/report.schema.json` describes. */
export const reportFormat = 1;

/** The content of a record as data: everything that a reader of a run may need, without presentation. */
export interface Report {
  readonly format: typeof reportFormat;
  readonly suite: Pick<HeaderLine["suite"], "name" | "version">;
  /** The ID of the run, which is unique. */
  readonly run: string;
  readonly profile: HeaderLine["profile"];
  readonly revision?: string;
  /** Hexadecimal SHA-256 hash of the IDs, statements and levels in this revision of the profile. */
  readonly contract: string;
  /** Start time of the run, in RFC 3339 format. */
  readonly startedAt: string;
  /** Finish time of the run, in RFC 3339 format. Absent if the record has no footer. */
  readonly endedAt?: string;
  /** Duration of the run, in milliseconds. Absent if the record has no footer. */
  readonly durationMs?: number;
  readonly target: HeaderLine["target"];
  readonly seed: number;
  readonly concurrency: number;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly command: string;
  /** The shard of the record, and the number of cases in all shards. Absent if the record contains the whole run. */
  readonly shard?: NonNullable<HeaderLine["shard"]>;
  /** The expectations of a baseline, and its validation errors. Absent without a baseline. */
  readonly baseline?: {
    readonly failures: number;
    readonly skips: number;
    readonly problems: readonly BaselineProblem[];
  };
  /** The record file on which the report is based. Absent if unknown. */
  readonly record?: RecordDigest;
  readonly complete: boolean;
  readonly interrupted: boolean;
  /** The number of violated requirements after which the run stopped. */
  readonly enough?: number;
  /** Whether a MUST was skipped, so that the run does not cover the whole profile. */
  readonly partial: boolean;
  /** The conclusion from all verdicts and the problems of the baseline. Never `conformant` for an incomplete run. */
  readonly conclusion: Conclusion;
  /** The conclusion for the requirements of the profile. Absent if there are no others. */
  readonly profileConclusion?: Conclusion;
  /** Number of injected faults that the suite of the run detects. Absent if a different release created the report. */
  readonly faultScore?: FaultScore;
  /** Number of requirements by verdict. The sum is the number of all requirements. */
  readonly sums: Readonly<Record<Verdict, number>>;
  readonly planned: HeaderLine["planned"];
  /** Number of requests and watches. Absent if the record has no footer. */
  readonly exchangeCount?: number;
  /** Number of objects that could not be removed. Absent if the record has no footer. */
  readonly leftBehind?: number;
  /** Every requirement of the profile exactly once, in the order of the catalogue, followed by those of extensions. */
  readonly requirements: readonly ReportRequirement[];
  readonly cases: readonly ReportCase[];
  /** The exchanges that are evidence of findings, in the order in which they were sent. */
  readonly exchanges: readonly ReportExchange[];
  /** Additional content for the HTML page, which `report.json` does not contain. None by default. */
  readonly supplement?: HtmlSupplement;
}

/** Identifies a record file. */
export interface RecordDigest {
  /** File name, without the folder. */
  readonly file: string;
  /** SHA-256 hash of the file, in hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface ReportRequirement {
  readonly requirement: RequirementId;
  readonly area: string;
  readonly isExtension?: true;
  readonly level: Level;
  readonly statement: string;
  readonly why: string;
  /** The URL of the requirement's page. Absent without public documentation. */
  readonly documentation?: string;
  readonly sources: readonly ReportSource[];
  readonly verdict: Verdict;
  /** The reason, if the verdict needs one. */
  readonly reason?: string;
  /** The verdict before the baseline was applied, if it was different. */
  readonly before?: Verdict;
  /** Number of non-trivial instances that were exercised and passed. */
  readonly instances: number;
  /** IDs of all checks that cover the requirement, including those that did not run. */
  readonly checks: readonly string[];
  /**
   * Number of injected faults that the checks detect as a violation of this requirement. Absent for requirements of
   * extensions, and if a different release created the report.
   */
  readonly faultsFound?: number;
  /** How sensitive the observations behind a pass are to faults. */
  readonly wouldNotice?: WouldNotice;
  /** The fault rate that a pass excludes. Absent if no operation in the run could have shown the fault. */
  readonly excludedRate?: ExcludedRate;
  /** All findings other than `held`, and one `held` finding. Violations come first, the most direct ones first. */
  readonly findings: readonly ReportFinding[];
  readonly cause?: RequirementId;
  /** The known faults that most likely explain this failure and its consequences, joined by `; or: `. */
  readonly resembles?: string;
  /** Rank among the violated requirements, from 0. The consequences follow their cause. */
  readonly rank?: number;
  /**
   * The command that reproduces the first finding with the same seed, or the command of an observation. Absent if there
   * are only `held` findings.
   */
  readonly repeat?: string;
}

/**
 * Compares the faults that a requirement's checks would have detected on this target with those that they detect on the
 * reference server.
 */
export interface WouldNotice {
  readonly noticed: number;
  readonly expected: number;
  /** Descriptions of the faults that the checks would have missed. */
  readonly missed: readonly string[];
}

export interface ExcludedRate {
  /** The fault, e.g. `a missing event`. */
  readonly fault: string;
  /** The operations or events that the fault affects, e.g. `events`. */
  readonly among: string;
  /** Number of operations or events in the run that would certainly have shown the fault. */
  readonly exposed: number;
  /** The denominator of the fault rate. The numerator is 1. */
  readonly oneIn: number;
}

export interface ReportSource {
  readonly source: string;
  readonly title: string;
  readonly revision?: string;
  readonly at: string;
}

interface FindingOrigin {
  readonly case: string;
  /** Number of the attempt, if the case was retried: 2 or more. */
  readonly attempt?: number;
  /** Numbers of exchanges, most relevant first. */
  readonly evidence: readonly number[];
}

export type ReportFinding =
  | (FindingOrigin & { readonly result: "held"; readonly instances: number })
  | (FindingOrigin & {
      readonly result: "violated";
      readonly expected: string;
      readonly actual: string;
      readonly steps?: string;
      /** The premises of the finding, with the exchanges that establish them. */
      readonly premises?: readonly Established[];
      /** The events about one object that show the violation. Absent if exchanges show it. */
      readonly history?: CaseHistory;
    })
  | (FindingOrigin & {
      readonly result: "undecided" | "errored";
      readonly reason: string;
      /** The premise that is not established, if this is the reason for the result. */
      readonly premise?: Premise;
    });

export type Violation = Extract<ReportFinding, { result: "violated" }>;

export interface ReportCase {
  readonly case: string;
  readonly check: string;
  /** Number of the attempt, if the case was retried: 2 or more. */
  readonly attempt?: number;
  /** Start of the case, in milliseconds since the start of the run. */
  readonly startedMs: number;
  readonly endedMs: number;
  readonly problem?: string;
}

interface Asked {
  readonly exchange: number;
  /** The case of the exchange. `run` for work that several cases share. */
  readonly case: string;
  readonly identity: string;
  readonly verb: string;
  /** The ID of the operation, if the target has several operations for the verb. */
  readonly via?: string;
  readonly channel?: string;
  /** The object or scope, e.g. `Service default/web` or `Service everywhere`. */
  readonly about: string;
  /** Start of the exchange, in milliseconds since the start of the run. */
  readonly startedMs: number;
  readonly outcome: string;
}

export interface ReportCall extends Asked {
  readonly kind: "call";
  readonly endedMs: number;
  readonly request?: ReportRequest;
  readonly reply?: {
    readonly status?: number;
    readonly body: JsonValue;
  };
}

export interface ReportWatch extends Asked {
  readonly kind: "watch";
  /**
   * Time at which the watch closed, in milliseconds since the start of the run. Absent if it was open until the run
   * finished.
   */
  readonly endedMs?: number;
  readonly request: ReportRequest;
  readonly eventCount: number;
  /**
   * The relevant events. For a watch that cases share, only the events about objects in the evidence; otherwise, all
   * events.
   */
  readonly events: readonly ReportEvent[];
}

export type ReportExchange = ReportCall | ReportWatch;

export interface ReportRequest {
  readonly url: string;
  readonly operation: string;
  readonly variables?: JsonObject;
}

export interface ReportEvent {
  readonly arrivedMs: number;
  readonly type: string;
  readonly resourceVersion: string;
  /** The object, e.g. `Service default/web`. Absent if the event has no object. */
  readonly about?: string;
}
