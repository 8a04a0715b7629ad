import type {
  ExtensionRequirement,
  Feature,
  IdentityName,
  Level,
  ProfileName,
  ProfileRevision,
  RequirementId,
  Semantics,
  SemanticsName,
} from "#contract";
import type { CredentialPlaces, Trace } from "#harness";
import type { Baseline, BaselineProblem } from "./baseline.ts";

import type { Verdict } from "./verdict.ts";
import type { CaseFinding } from "./case-finding.ts";

/** The version of the record format. A reader rejects unknown versions. */
export const recordFormat = 2;

export interface SuiteIdentity {
  readonly name: string;
  readonly version: string;
  readonly documentation?: string;
}

export const observationCase = "controllers/observation";

/** The recorded settings of an observation. */
export interface ObservationSettings {
  readonly kinds: readonly string[];
  readonly namespace?: string;
  readonly managers: readonly string[];
}

export interface Shard {
  /** Index of the shard, from 1. */
  readonly index: number;
  /** Number of shards, at least 1. */
  readonly count: number;
}

export interface RecordedKind {
  readonly name: string;
  readonly statusWrites: readonly string[];
  /** The status writes whose mode was never observed. None by default. */
  readonly guessedModes?: readonly string[];
  /** The target's names for fields of an object that differ from the contract's. None by default. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
}

/** The first line of a record. */
export interface HeaderLine {
  readonly line: "header";
  readonly format: typeof recordFormat;
  readonly suite: SuiteIdentity;
  readonly run: string;
  /** Start time in RFC 3339 format. */
  readonly startedAt: string;
  readonly profile: ProfileName;
  readonly revision?: ProfileRevision;
  /** Hexadecimal SHA-256 hash of the ids, statements and levels in this revision of the profile. */
  readonly contract: string;
  readonly extensions?: readonly ExtensionRequirement[];
  readonly target: {
    readonly endpoint: string;
    readonly protocol: string;
    readonly dialect: string;
    readonly features: readonly Feature[];
    /** Features that the target appears to support although they are not declared. None by default. */
    readonly undeclared?: readonly Feature[];
    /** Remarks for readers of the report, in sentences. None by default. */
    readonly remarks?: readonly string[];
    /** Features that the user declared or withdrew, overriding the dialect. None by default. */
    readonly byHand?: {
      readonly declared: readonly Feature[];
      readonly withdrawn: readonly Feature[];
    };
    readonly identities: readonly IdentityName[];
    /** The locations in which callers send their credential. Defaults to a bearer token in `Authorization`. */
    readonly credentials?: CredentialPlaces;
    readonly kinds: readonly RecordedKind[];
    /** The declared semantics. Absent in records of early releases. */
    readonly semantics?: Semantics;
    /** The semantics that were never observed. None by default. */
    readonly guessedSemantics?: readonly SemanticsName[];
    /** The types of the target's schema that the run used, as SDL. None by default. */
    readonly schema?: string;
  };
  readonly seed: number;
  readonly concurrency: number;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** The command that reproduces the run, without credentials. */
  readonly command: string;
  /** Proves that this user wrote the command on this machine. Absent if there is no state folder to store the key. */
  readonly commandSeal?: string;
  /** The content of the dialect file. Absent if `target.dialect` names a file. */
  readonly dialect?: string;
  readonly planned: { readonly requirements: number; readonly cases: number };
  readonly shard?: Shard & { readonly cases: number };
  readonly observation?: ObservationSettings;
  /** Expected failures of the target. Absent if there is no baseline. */
  readonly baseline?: Baseline;
}

/** The result of a case. */
export interface CaseLine {
  readonly line: "case";
  readonly case: string;
  readonly check: string;
  readonly attempt?: number;
  /** Milliseconds since the start of the run. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** The observations of the drive. Absent if the drive could not finish. */
  readonly observations?: unknown;
  /** Semantics in which the case's kind or mutation differs from the target. None by default. */
  readonly semantics?: Partial<Semantics>;
  /** Requirements of the check that do not apply to the kind. None by default. */
  readonly excused?: readonly RequirementId[];
  /** Why the drive could not finish. */
  readonly problem?: string;
  readonly findings: readonly CaseFinding[];
}

/** The fields of a case that stay in memory. The record also contains its observations. */
export type EndedCase = Pick<CaseLine, "case" | "findings">;

/** The verdict on one requirement. Every requirement of the profile and the extensions has exactly one verdict. */
export interface VerdictLine {
  readonly line: "verdict";
  readonly requirement: RequirementId;
  readonly level: Level;
  readonly verdict: Verdict;
  readonly reason?: string;
  /** The verdict before the baseline was applied, if it was different. */
  readonly before?: { readonly verdict: Verdict; readonly reason?: string };
  readonly instances: number;
  /** All checks that cover the requirement, including those that did not run. */
  readonly checks: readonly string[];
  /** All findings other than `held`, and the first `held` finding, in the order of the cases. */
  readonly findings: readonly CaseFinding[];
  readonly cause?: RequirementId;
  /** The known faults that could be the cause: the most likely one, or a few that cannot be distinguished. */
  readonly resembles?: string;
  /** Rank among the violated requirements, from 0. The consequences follow their cause. */
  readonly rank?: number;
  /**
   * Names of the faults that the observations of a pass would have revealed (`noticed`), and of those that only
   * observations of the reference server would have revealed.
   */
  readonly sensitivity?: {
    readonly noticed: readonly string[];
    readonly missed: readonly string[];
  };
}

/** The last line. A record without a footer is incomplete. */
export interface FooterLine {
  readonly line: "footer";
  /** Finish time in RFC 3339 format. */
  readonly endedAt: string;
  readonly durationMs: number;
  /** Whether the run was stopped before it finished. */
  readonly interrupted: boolean;
  /** The number of violated requirements after which the run stopped. Absent if it was not reached. */
  readonly enough?: number;
  readonly exchanges: number;
  readonly leftBehind: number;
  /** Number of requirements with each verdict. The sum is the number of requirements. */
  readonly sums: Readonly<Record<Verdict, number>>;
  /** Notes for readers of the results that only the run could show, one sentence each. None by default. */
  readonly remarks?: readonly string[];
  /** Problems of the baseline. None by default. */
  readonly baselineProblems?: readonly BaselineProblem[];
}

export type RecordLine = HeaderLine | Trace | CaseLine | VerdictLine | FooterLine;

/** Counts the requirements with each verdict. */
export function sumOf(
  lines: readonly Pick<VerdictLine, "verdict">[],
): Readonly<Record<Verdict, number>> {
  const count = (verdict: Verdict): number =>
    lines.filter((line) => line.verdict === verdict).length;
  return {
    pass: count("pass"),
    fail: count("fail"),
    warn: count("warn"),
    flaky: count("flaky"),
    errored: count("errored"),
    inconclusive: count("inconclusive"),
    untestable: count("untestable"),
    "expected-fail": count("expected-fail"),
    excluded: count("excluded"),
    "not-applicable": count("not-applicable"),
  };
}
