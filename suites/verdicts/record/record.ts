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

/** The version of the record's format; a reader refuses what it does not know. */
export const recordFormat = 2;

/** The suite that runs, as its package says. */
export interface SuiteIdentity {
  readonly name: string;
  readonly version: string;
  /** The base address of its documentation. Absent if it has no public one. */
  readonly documentation?: string;
}

/** The case under whose name an observation of controllers records what it does. */
export const observationCase = "controllers/observation";

/** What an observation was told about those whom it observes. Part of its record. */
export interface ObservationSettings {
  /** The kinds that are watched. */
  readonly kinds: readonly string[];
  /** Every namespace by default. */
  readonly namespace?: string;
  /** Managers under whose names the controllers under judgement write. */
  readonly managers: readonly string[];
}

/** One part of a run that several processes share. */
export interface Shard {
  /** Which one, counted from 1. */
  readonly index: number;
  /** How many there are, at least 1. */
  readonly count: number;
}

/** A kind of the target, as far as results speak of it. */
export interface RecordedKind {
  readonly name: string;
  /** The operations that write its status. */
  readonly statusWrites: readonly string[];
  /** What the target calls parts of an object where the contract calls them otherwise. None by default. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
}

/** The first line of a record: what is run, by what, against what. */
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
  /** SHA-256 over ids, statements and levels of this revision of the profile, in hexadecimal. */
  readonly contract: string;
  /** What was required beside the profile, word for word. Nothing by default. */
  readonly extensions?: readonly ExtensionRequirement[];
  readonly target: {
    readonly endpoint: string;
    readonly protocol: string;
    readonly dialect: string;
    readonly features: readonly Feature[];
    /** Features that it seems to offer but that are not declared. None by default. */
    readonly undeclared?: readonly Feature[];
    /** What a reader of the results should know of it beforehand, in sentences. Nothing by default. */
    readonly remarks?: readonly string[];
    /** What the user said about features, against the dialect. Nothing by default. */
    readonly byHand?: {
      readonly declared: readonly Feature[];
      readonly withdrawn: readonly Feature[];
    };
    readonly identities: readonly IdentityName[];
    /** Where callers send their credential. Defaults to a bearer token in `Authorization`. */
    readonly credentials?: CredentialPlaces;
    readonly kinds: readonly RecordedKind[];
    /** What was declared of it where conformant targets differ. Absent in records of early releases. */
    readonly semantics?: Semantics;
    /** The part of its schema that the run used, in the definition language. None by default. */
    readonly schema?: string;
  };
  readonly seed: number;
  readonly concurrency: number;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** The command that repeats the run, without credentials. */
  readonly command: string;
  /** The dialect as the text of a file. Absent if `target.dialect` names a file. */
  readonly dialect?: string;
  readonly planned: { readonly requirements: number; readonly cases: number };
  /** Which part of a run this is, and how many cases all parts have together. All of it by default. */
  readonly shard?: Shard & { readonly cases: number };
  /** What was observed, for a record that is not of a run. */
  readonly observation?: ObservationSettings;
  /** Expected failures of the target. Absent without a baseline. */
  readonly baseline?: Baseline;
}

/** A case ended. */
export interface CaseLine {
  readonly line: "case";
  readonly case: string;
  readonly check: string;
  /** Which look at the case this was, where it was checked again: 2 or more. */
  readonly attempt?: number;
  /** Milliseconds since the start of the run. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** What the drive observed; absent where it did not come to its end. */
  readonly observations?: unknown;
  /** What was declared otherwise for the kind, or the mutation, of the case than for the target. Nothing by default. */
  readonly semantics?: Partial<Semantics>;
  /** Requirements of the check that do not apply to the kind. None by default. */
  readonly excused?: readonly RequirementId[];
  /** Why the drive did not come to its end. */
  readonly problem?: string;
  readonly findings: readonly CaseFinding[];
}

/** What is remembered of a case: its observations are in the record, and would fill the memory. */
export type EndedCase = Pick<CaseLine, "case" | "findings">;

/** The verdict on one requirement; every one of the profile and of the extensions has exactly one. */
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
  /** All findings that are not `held`, and the first of those that are, in the order of the cases. */
  readonly findings: readonly CaseFinding[];
  /** The broken requirement that has its cause in common with this one, and is what the cause is about. */
  readonly cause?: RequirementId;
  /** The summary of the only known fault that breaks exactly this and what has its cause in common with it. */
  readonly resembles?: string;
  /** Place of a broken requirement among all that are, from 0: each cause, then what follows from it. */
  readonly rank?: number;
  /**
   * Of a pass, by their names: the mistakes of a target that its observations would have shown, and those that they
   * show on the reference and would not have shown here.
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
  /** The number of broken requirements at which the run was to stop, and did. */
  readonly enough?: number;
  readonly exchanges: number;
  /** Objects that could not be removed. */
  readonly leftBehind: number;
  /** How often each verdict was given; the sum is the number of requirements. */
  readonly sums: Readonly<Record<Verdict, number>>;
  /** What is wrong with the baseline. Nothing by default. */
  readonly baselineProblems?: readonly BaselineProblem[];
}

/** One line of a record. */
export type RecordLine = HeaderLine | Trace | CaseLine | VerdictLine | FooterLine;
