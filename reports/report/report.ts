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

/** The version of the report's format; `schema/report.schema.json` describes this one. */
export const reportFormat = 1;

/** What a record says, as data: everything that a reader of a run may ask, and no text to show. */
export interface Report {
  readonly format: typeof reportFormat;
  readonly suite: Pick<HeaderLine["suite"], "name" | "version">;
  /** Unique to the run. */
  readonly run: string;
  readonly profile: HeaderLine["profile"];
  /** The revision of the profile. Absent if the record does not name it. */
  readonly revision?: string;
  /** SHA-256 over ids, statements and levels of this revision of the profile, in hexadecimal. */
  readonly contract: string;
  /** RFC 3339. */
  readonly startedAt: string;
  /** RFC 3339. Absent where the record has no footer. */
  readonly endedAt?: string;
  /** Absent where the record has no footer. */
  readonly durationMs?: number;
  readonly target: HeaderLine["target"];
  readonly seed: number;
  readonly concurrency: number;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** The command that repeats the run, without credentials. */
  readonly command: string;
  /** Which part of a run the record is, and how many cases all parts have. All of it by default. */
  readonly shard?: NonNullable<HeaderLine["shard"]>;
  /** The expectations of a baseline, and its problems. Absent without a baseline. */
  readonly baseline?: {
    readonly failures: number;
    readonly skips: number;
    readonly problems: readonly BaselineProblem[];
  };
  /** The file of the record, so that the report can be compared with it. Absent if unknown. */
  readonly record?: RecordDigest;
  /** Whether the record has its footer. */
  readonly complete: boolean;
  /** Whether the run was stopped before its end. */
  readonly interrupted: boolean;
  /** The number of broken requirements at which the run was to stop, and did. */
  readonly enough?: number;
  /** Whether a MUST was omitted, so that the run cannot speak for the whole profile. */
  readonly partial: boolean;
  /** What all verdicts come to. Never `conformant` for a run that did not come to its end. */
  readonly conclusion: Conclusion;
  /** What the verdicts of the profile alone come to. Absent: nothing else was required. */
  readonly profileConclusion?: Conclusion;
  /** How many of the planted faults the suite of the run finds. Absent if another release made the report. */
  readonly faultScore?: FaultScore;
  /** How often each verdict was given; the sum is the number of requirements. */
  readonly sums: Readonly<Record<Verdict, number>>;
  readonly planned: HeaderLine["planned"];
  /** How many requests were sent and watches opened. Absent where the record has no footer. */
  readonly exchangeCount?: number;
  /** How many objects could not be removed. Absent where the record has no footer. */
  readonly leftBehind?: number;
  /** Every requirement of the profile exactly once, in the order of the catalogue, then those of extensions. */
  readonly requirements: readonly ReportRequirement[];
  /** The cases that ended, by name. */
  readonly cases: readonly ReportCase[];
  /** The exchanges that findings name as evidence, in the order of sending. */
  readonly exchanges: readonly ReportExchange[];
  /** What the HTML page shows beyond all this. No part of `report.json`. Nothing by default. */
  readonly supplement?: HtmlSupplement;
}

/** What identifies the file of a record. */
export interface RecordDigest {
  /** Its name, without a folder. */
  readonly file: string;
  /** SHA-256 over its bytes, in hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** One requirement, what a run says about it, and why. */
export interface ReportRequirement {
  readonly requirement: RequirementId;
  /** The part of the id before the dot. */
  readonly area: string;
  /** Set where an extension requires it, and not the profile. */
  readonly isExtension?: true;
  readonly level: Level;
  readonly statement: string;
  /** What goes wrong where the rule is broken. */
  readonly why: string;
  /** The address of its page. Absent without public documentation. */
  readonly documentation?: string;
  readonly sources: readonly ReportSource[];
  readonly verdict: Verdict;
  /** Why this verdict, where the verdict alone does not say it. */
  readonly reason?: string;
  /** The verdict before the baseline was applied, if different. */
  readonly before?: Verdict;
  /** Non-trivial instances that were exercised and held. */
  readonly instances: number;
  /** Ids of the checks that cover it, whether they ran or not. */
  readonly checks: readonly string[];
  /** How many planted faults those checks find by it. Absent for a rule of an extension, or of another release. */
  readonly faultsFound?: number;
  /** What the observations behind a pass would have shown, if checked. */
  readonly wouldNotice?: WouldNotice;
  /** The rate of a fault that a pass excludes. Absent where the run had no occasions to show it. */
  readonly excludedRate?: ExcludedRate;
  /** All findings that are not `held`, and one of those that are: shortest evidence first, then by case. */
  readonly findings: readonly ReportFinding[];
  /** The broken requirement that has its cause in common with this one, and is what the cause is about. */
  readonly cause?: RequirementId;
  /** The summary of the only known fault that breaks exactly this and what has its cause in common with it. */
  readonly resembles?: string;
  /** Place of a broken requirement among all that are, from 0: each cause, then what follows from it. */
  readonly rank?: number;
  /** The command that repeats the first finding alone, with the same seed. Present where the requirement does not hold. */
  readonly repeat?: string;
}

/** How many of the mistakes that a rule's checks notice on the reference they would have noticed on this target. */
export interface WouldNotice {
  readonly noticed: number;
  readonly expected: number;
  /** The others, in words. */
  readonly missed: readonly string[];
}

/** A fault that befalls single operations or events, and the rate at which a run would have shown it with 95 %. */
export interface ExcludedRate {
  /** As `a missing event`. */
  readonly fault: string;
  /** What it befalls, as `events`. */
  readonly among: string;
  /** Operations or events of the run in which it would certainly have shown. */
  readonly exposed: number;
  /** The rate is one in this number. */
  readonly oneIn: number;
}

/** Where a requirement comes from. */
export interface ReportSource {
  readonly source: string;
  readonly title: string;
  /** The commit or version that was read. */
  readonly revision?: string;
  /** The place in it. */
  readonly at: string;
}

interface FindingOrigin {
  readonly case: string;
  /** Which look at the case found it, where it was checked again: 2 or more. */
  readonly attempt?: number;
  /** Numbers of exchanges, in the order in which they make the point. */
  readonly evidence: readonly number[];
}

/** What one case says about a requirement. */
export type ReportFinding =
  | (FindingOrigin & { readonly result: "held"; readonly instances: number })
  | (FindingOrigin & {
      readonly result: "violated";
      readonly expected: string;
      readonly actual: string;
      /** The premises that it is based on, with the exchanges that establish them. */
      readonly premises?: readonly Established[];
      /** The events of one object that show it. Absent if it is based on exchanges. */
      readonly history?: CaseHistory;
    })
  | (FindingOrigin & {
      readonly result: "undecided" | "errored";
      readonly reason: string;
      /** The premise that is not established, if that is the reason. */
      readonly premise?: Premise;
    });

/** A violation that a case found. */
export type Violation = Extract<ReportFinding, { result: "violated" }>;

/** One case that ended. */
export interface ReportCase {
  readonly case: string;
  readonly check: string;
  /** Which look at the case this was, where it was checked again: 2 or more. */
  readonly attempt?: number;
  /** Milliseconds since the start of the run. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** Why it did not come to its end. */
  readonly problem?: string;
}

interface Asked {
  readonly exchange: number;
  /** The case that asked; `run` for what the suite does for itself. */
  readonly case: string;
  readonly identity: string;
  readonly verb: string;
  /** The operation of the target that carried it, where there is a choice. */
  readonly via?: string;
  /** Over what it travelled, where that was chosen. */
  readonly channel?: string;
  /** What it was about: `Service default/web`, or `Service everywhere`. */
  readonly about: string;
  /** Milliseconds since the start of the run. */
  readonly startedMs: number;
  /** What became of it, in a few words. */
  readonly outcome: string;
}

/** A request and what came back. */
export interface ReportCall extends Asked {
  readonly kind: "call";
  readonly endedMs: number;
  /** Absent where nothing was sent. */
  readonly request?: ReportRequest;
  /** Absent where nothing came back. */
  readonly reply?: {
    /** HTTP status; absent on other transports. */
    readonly status?: number;
    readonly body: JsonValue;
  };
}

/** A watch and what it delivered. */
export interface ReportWatch extends Asked {
  readonly kind: "watch";
  /** Absent where the watch was open to the end of the run. */
  readonly endedMs?: number;
  readonly request: ReportRequest;
  /** How many events it delivered. */
  readonly eventCount: number;
  /** The events that matter: all of them, or on a shared watch those of objects that the evidence is about. */
  readonly events: readonly ReportEvent[];
}

/** One exchange that is evidence. */
export type ReportExchange = ReportCall | ReportWatch;

/** What was sent, with credentials taken out. */
export interface ReportRequest {
  readonly url: string;
  /** The GraphQL document, or the HTTP method and path. */
  readonly operation: string;
  readonly variables?: JsonObject;
}

/** One event of a watch. */
export interface ReportEvent {
  /** Milliseconds since the start of the run. */
  readonly arrivedMs: number;
  readonly type: string;
  readonly resourceVersion: string;
  /** The object: `Service default/web`. Absent where the event carries none. */
  readonly about?: string;
}
