import { counted } from "#contract";
import type { RequirementId } from "#contract";
import type { Verdict } from "#verdicts";

/**
 * The result of a self-test with freedoms: whether the requirements keep the verdicts that they have without freedoms.
 */
export interface FreedomMatrix {
  readonly runs: readonly FreedomRun[];
  /**
   * Number of runs in which several freedoms were enabled and evaluated separately. Absent if each freedom had its own
   * run.
   */
  readonly groups?: number;
}

/** A run against the reference server with one or several freedoms. */
export interface FreedomRun {
  readonly freedoms: readonly { readonly name: string; readonly summary: string }[];
  readonly passed: readonly RequirementId[];
  /** Requirements that did not pass, for a reason that a freedom declares. */
  readonly explained: readonly (OpenResult & { readonly because: string })[];
  readonly unexplained: readonly OpenResult[];
  /** Why the checks wrongly reject the freedom, if this is a known bug of the suite. */
  readonly known?: string;
  readonly durationMs: number;
  /** Number of runs that contributed to the results. Absent if there was only one. */
  readonly runs?: number;
  readonly problem?: string;
}

interface OpenResult {
  readonly requirement: RequirementId;
  readonly verdict: Verdict;
  readonly reason?: string;
}

/**
 * Whether freedoms explain all requirements that did not pass. False for a run without a pass, which proves nothing.
 */
export function isExplained({ passed, unexplained, problem }: FreedomRun): boolean {
  return problem === undefined && passed.length > 0 && unexplained.length === 0;
}

export interface FreedomScore {
  readonly runs: number;
  readonly spared: number;
  readonly unexplained: number;
}

export function freedomScoreOf({ runs }: FreedomMatrix): FreedomScore {
  return {
    runs: runs.length,
    spared: runs.filter(isExplained).length,
    unexplained: runs.reduce((sum, { unexplained }) => sum + unexplained.length, 0),
  };
}

/** Whether every freedom passed, apart from known bugs. A freedom without a completed run did not pass. */
export function areAllExplained({ runs }: FreedomMatrix): boolean {
  return runs.every((run) => isExplained(run) || isKnownDebt(run));
}

export function isKnownDebt({ known, problem }: FreedomRun): boolean {
  return known !== undefined && problem === undefined;
}

export function freedomSentence(matrix: FreedomMatrix): string {
  const { runs, spared, unexplained } = freedomScoreOf(matrix);
  const what =
    matrix.groups === undefined && matrix.runs.some(({ freedoms }) => freedoms.length > 1)
      ? counted(runs, "set of freedoms", "sets of freedoms")
      : counted(runs, "freedom");
  const debts = matrix.runs.filter((run) => !isExplained(run) && isKnownDebt(run)).length;
  const known = debts === 0 ? "" : `, including ${counted(debts, "known false positive")}`;
  return `${spared} of ${what} passed, ${counted(unexplained, "result")} unexplained${known}.`;
}
