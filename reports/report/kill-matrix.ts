import { counted } from "#contract";
import type { RequirementId } from "#contract";
import type { Verdict } from "#verdicts";

/** What a self-test found: which checks caught which fault. */
export interface KillMatrix {
  readonly faults: readonly FaultRun[];
  /** The run against the reference server without faults. */
  readonly clean: CleanRun;
  /** Every MUST that applies to the reference and has a check. */
  readonly musts: readonly RequirementId[];
}

/** The run against the reference with one fault. */
export interface FaultRun {
  readonly name: string;
  readonly summary: string;
  /** The requirements that the fault says it breaks. */
  readonly breaks: readonly RequirementId[];
  /** The requirements that were found broken. */
  readonly failed: readonly RequirementId[];
  readonly durationMs: number;
  /** The fault shows by chance, and by which of its requirements is chance too: one of them is enough. */
  readonly isRare?: boolean;
  /** Why there was no run, or none to the end. */
  readonly problem?: string;
}

/** The run against the reference server without faults. */
export interface CleanRun {
  readonly failed: readonly RequirementId[];
  /** What was neither broken nor held, nor omitted for a reason. */
  readonly other: readonly {
    readonly requirement: RequirementId;
    readonly verdict: Verdict;
    readonly reason?: string;
  }[];
  /** Why there was no run, or none to the end. */
  readonly problem?: string;
}

/** Requirements that a fault names and that should have been found broken, but were not. */
export function missedBy({ breaks, failed, isRare }: FaultRun): readonly RequirementId[] {
  if (isRare === true && breaks.some((requirement) => failed.includes(requirement))) return [];
  return breaks.filter((requirement) => !failed.includes(requirement));
}

/** Requirements that were found broken and that the fault does not name. */
export function undeclaredBy({ breaks, failed }: FaultRun): readonly RequirementId[] {
  return failed.filter((requirement) => !breaks.includes(requirement));
}

/**
 * Whether a fault was found by all requirements that it names, at least one, and by no other. Of a rare
 * fault one of them is enough.
 */
export function isCaught(fault: FaultRun): boolean {
  return (
    fault.problem === undefined &&
    fault.breaks.length > 0 &&
    missedBy(fault).length === 0 &&
    undeclaredBy(fault).length === 0
  );
}

/** The names of the faults that name a requirement and were found by it. */
export function killersOf(matrix: KillMatrix, requirement: RequirementId): readonly string[] {
  return matrix.faults
    .filter(({ breaks, failed }) => breaks.includes(requirement) && failed.includes(requirement))
    .map(({ name }) => name);
}

/** Whether the reference server without faults breaks nothing and leaves nothing open. */
export function isClean({ clean }: KillMatrix): boolean {
  return clean.problem === undefined && clean.failed.length === 0 && clean.other.length === 0;
}

/** A self-test in numbers. */
export interface KillScore {
  readonly faults: number;
  readonly caught: number;
  readonly musts: number;
  /** MUSTs that at least one fault was found by. */
  readonly killed: number;
  /** Findings beyond what faults name, summed over all faults. */
  readonly undeclared: number;
  readonly clean: boolean;
}

/** Counts what a self-test found. */
export function scoreOf(matrix: KillMatrix): KillScore {
  const { faults, musts } = matrix;
  return {
    faults: faults.length,
    caught: faults.filter(isCaught).length,
    musts: musts.length,
    killed: musts.filter((requirement) => killersOf(matrix, requirement).length > 0).length,
    undeclared: faults.reduce((sum, fault) => sum + undeclaredBy(fault).length, 0),
    clean: isClean(matrix),
  };
}

/**
 * Whether the self-test leaves nothing open: every fault caught, every MUST with a check killed, the
 * reference clean. A self-test without a fault or a MUST shows nothing and is not whole.
 */
export function isWhole(matrix: KillMatrix): boolean {
  const { faults, caught, musts, killed, clean } = scoreOf(matrix);
  return faults > 0 && musts > 0 && caught === faults && killed === musts && clean;
}

/** The score as one sentence. */
export function scoreSentence(matrix: KillMatrix): string {
  const { faults, caught, musts, killed, undeclared, clean } = scoreOf(matrix);
  return [
    `${caught} of ${counted(faults, "fault")} caught`,
    `${killed} of ${counted(musts, "MUST")} with a check killed`,
    `${undeclared} undeclared`,
    `the clean reference is ${clean ? "clean" : "not clean"}.`,
  ].join(", ");
}
