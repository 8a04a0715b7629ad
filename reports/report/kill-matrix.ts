import { counted } from "#contract";
import type { RequirementId } from "#contract";
import type { Verdict } from "#verdicts";

/** The result of a self-test: the requirements that were violated under each fault, and without a fault. */
export interface KillMatrix {
  readonly faults: readonly FaultRun[];
  readonly clean: CleanRun;
  /** Every MUST that applies to the reference server and has a check. */
  readonly musts: readonly RequirementId[];
}

export interface FaultRun {
  readonly name: string;
  readonly summary: string;
  readonly breaks: readonly RequirementId[];
  readonly mayBreak?: readonly RequirementId[];
  readonly failed: readonly RequirementId[];
  readonly durationMs: number;
  /**
   * Whether the fault is detected only by chance, and not always through the same requirement. One violated requirement
   * is then sufficient.
   */
  readonly isRare?: boolean;
  readonly problem?: string;
}

export interface CleanRun {
  readonly failed: readonly RequirementId[];
  /** Applicable requirements that neither passed nor failed, e.g. inconclusive ones. */
  readonly other: readonly {
    readonly requirement: RequirementId;
    readonly verdict: Verdict;
    readonly reason?: string;
  }[];
  readonly problem?: string;
}

export function missedBy({ breaks, failed, isRare }: FaultRun): readonly RequirementId[] {
  if (isRare === true && breaks.some((requirement) => failed.includes(requirement))) return [];
  return breaks.filter((requirement) => !failed.includes(requirement));
}

export function undeclaredBy({
  breaks,
  mayBreak = [],
  failed,
}: FaultRun): readonly RequirementId[] {
  const declared = new Set([...breaks, ...mayBreak]);
  return failed.filter((requirement) => !declared.has(requirement));
}

/**
 * Whether the run reported all declared requirements of a fault as violated, and no undeclared ones. For a rare fault,
 * one declared requirement is sufficient.
 */
export function isCaught(fault: FaultRun): boolean {
  return (
    fault.problem === undefined &&
    fault.breaks.length > 0 &&
    missedBy(fault).length === 0 &&
    undeclaredBy(fault).length === 0
  );
}

export function killersOf(matrix: KillMatrix, requirement: RequirementId): readonly string[] {
  return matrix.faults
    .filter(({ breaks, failed }) => breaks.includes(requirement) && failed.includes(requirement))
    .map(({ name }) => name);
}

export function isClean({ clean }: KillMatrix): boolean {
  return clean.problem === undefined && clean.failed.length === 0 && clean.other.length === 0;
}

export interface KillScore {
  readonly faults: number;
  readonly caught: number;
  readonly musts: number;
  /** Number of MUSTs that detected at least one fault. */
  readonly killed: number;
  readonly undeclared: number;
  readonly clean: boolean;
}

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
 * Whether the self-test is complete: every fault is detected, every MUST with a check detects a fault, and the
 * reference server passes. A self-test without faults or MUSTs is not complete.
 */
export function isWhole(matrix: KillMatrix): boolean {
  const { faults, caught, musts, killed, clean } = scoreOf(matrix);
  return faults > 0 && musts > 0 && caught === faults && killed === musts && clean;
}

export function scoreSentence(matrix: KillMatrix): string {
  const { faults, caught, musts, killed, undeclared, clean } = scoreOf(matrix);
  return [
    `${caught} of ${counted(faults, "fault")} caught`,
    `${killed} of ${counted(musts, "checked MUST")} detected a fault`,
    counted(undeclared, "undeclared finding"),
    `the reference server without faults is ${clean ? "clean" : "not clean"}.`,
  ].join(", ");
}
