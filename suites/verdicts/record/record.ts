import type {
  ExtensionRequirement,
  Feature,
  IdentityName,
  Level,
  ProfileName,
  ProfileRevision,
  RequirementId,
  Semantics,
} from "#contract";
import type { CredentialPlaces, Trace } from "#harness";
import type { Baseline, BaselineProblem } from "./baseline.ts";

import type { Verdict } from "./verdict.ts";
import type { CaseFinding } from "./case-finding.ts";

/** The record format's version; a reader refuses unknown ones. */
export const recordFormat = 2;

export interface SuiteIdentity {
  readonly name: string;
  readonly version: string;
  /** The base address of its documentation. Absent if it has no public one. */
  readonly documentation?: string;
}

/** The case name of an observation of controllers. */
export const observationCase = "controllers/observation";

/** The settings of an observation, as recorded. */
export interface ObservationSettings {
  /** The watched kinds. */
  readonly kinds: readonly string[];
  /** Every namespace by default. */
  readonly namespace?: string;
  /** Field managers of the judged controllers. */
  readonly managers: readonly string[];
}

/** One shard of a run. */
export interface Shard {
  /** Number of the shard, from 1. */
  readonly index: number;
  /** Number of shards, at least 1. */
  readonly count: number;
}

/** The parts of a kind of the target that results need. */
export interface RecordedKind {
  readonly name: string;
  /** The operations that write its status. */
  readonly statusWrites: readonly string[];
  /** The target's names for parts of an object, if different from the contract's. None by default. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
}

/** The first line of a record. */
export interface HeaderLine {
  readonly line: "header";
  readonly format: typeof recordFormat;
  readonly suite: SuiteIdentity;
  /** Unique to the run. */
  readonly run: string;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly profile: ProfileName;
  /** The revision of the profile. Absent in records of early releases. */
  readonly revision?: ProfileRevision;
  /** SHA-256 of ids, statements and levels of this revision of the profile, in hexadecimal. */
  readonly contract: string;
  /** Verbatim requirements beyond the profile. None by default. */
  readonly extensions?: readonly ExtensionRequirement[];
  readonly target: {
    readonly endpoint: string;
    readonly protocol: string;
    readonly dialect: string;
    readonly features: readonly Feature[];
    /** Features that it seems to have but that are not declared. None by default. */
    readonly undeclared?: readonly Feature[];
    /** Remarks for readers of the results, in sentences. None by default. */
    readonly remarks?: readonly string[];
    /** Features that the user declared or withdrew, overriding the dialect. None by default. */
    readonly byHand?: {
      readonly declared: readonly Feature[];
      readonly withdrawn: readonly Feature[];
    };
    readonly identities: readonly IdentityName[];
    /** Where callers send their credential. Defaults to a bearer token in `Authorization`. */
    readonly credentials?: CredentialPlaces;
    readonly kinds: readonly RecordedKind[];
    /** The declared semantics. Absent in records of early releases. */
    readonly semantics?: Semantics;
    /** The part of its schema that the run used, as SDL. None by default. */
    readonly schema?: string;
  };
  readonly seed: number;
  readonly concurrency: number;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** The command that reproduces the run, without credentials. */
  readonly command: string;
  /** The dialect as the text of a file. Absent if `target.dialect` names a file. */
  readonly dialect?: string;
  readonly planned: { readonly requirements: number; readonly cases: number };
  /** The shard, and the number of cases in all shards. The whole run by default. */
  readonly shard?: Shard & { readonly cases: number };
  /** The settings of an observation; absent in the record of a run. */
  readonly observation?: ObservationSettings;
  /** Expected failures of the target. Absent without a baseline. */
  readonly baseline?: Baseline;
}

/** A case ended. */
export interface CaseLine {
  readonly line: "case";
  readonly case: string;
  readonly check: string;
  /** Number of the attempt, if the case was retried: 2 or more. */
  readonly attempt?: number;
  /** Milliseconds since the start of the run. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** The observations of the drive; absent if it could not finish. */
  readonly observations?: unknown;
  /** Semantics of the case's kind or mutation that differ from the target's. None by default. */
  readonly semantics?: Partial<Semantics>;
  /** Requirements of the check that do not apply to the kind. None by default. */
  readonly excused?: readonly RequirementId[];
  /** Why the drive could not finish. */
  readonly problem?: string;
  readonly findings: readonly CaseFinding[];
}

/** The part of a case kept in memory; its observations are only in the record. */
export type EndedCase = Pick<CaseLine, "case" | "findings">;

/** The verdict on one requirement; every requirement of the profile and the extensions has exactly one. */
export interface VerdictLine {
  readonly line: "verdict";
  readonly requirement: RequirementId;
  readonly level: Level;
  readonly verdict: Verdict;
  readonly reason?: string;
  /** The verdict before the baseline was applied, if different. */
  readonly before?: { readonly verdict: Verdict; readonly reason?: string };
  readonly instances: number;
  /** Checks that cover it, whether they ran or not. */
  readonly checks: readonly string[];
  /** All findings other than `held`, and the first `held` one, in the order of the cases. */
  readonly findings: readonly CaseFinding[];
  /** The broken requirement that is the cause of this failure. */
  readonly cause?: RequirementId;
  /** The summary of the only known fault that breaks exactly this requirement and its consequences. */
  readonly resembles?: string;
  /** Rank among the broken requirements, from 0: each cause, then its consequences. */
  readonly rank?: number;
  /**
   * For a pass, by name: the mistakes that its observations would have shown, and those that they show on the reference
   * server but would not have shown here.
   */
  readonly sensitivity?: {
    readonly noticed: readonly string[];
    readonly missed: readonly string[];
  };
}

/** The last line. A record without it is incomplete. */
export interface FooterLine {
  readonly line: "footer";
  /** RFC 3339. */
  readonly endedAt: string;
  readonly durationMs: number;
  /** Whether the run was stopped before its end. */
  readonly interrupted: boolean;
  /** The limit of broken requirements that stopped the run. */
  readonly enough?: number;
  readonly exchanges: number;
  /** Objects that could not be removed. */
  readonly leftBehind: number;
  /** Count of each verdict; the sum is the number of requirements. */
  readonly sums: Readonly<Record<Verdict, number>>;
  /** Problems of the baseline. None by default. */
  readonly baselineProblems?: readonly BaselineProblem[];
}

/** One line of a record. */
export type RecordLine = HeaderLine | Trace | CaseLine | VerdictLine | FooterLine;
