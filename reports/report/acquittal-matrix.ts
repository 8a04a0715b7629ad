import { counted } from "#contract";
import type { RequirementId } from "#contract";
import type { Verdict } from "#verdicts";

/** What a self-test found of freedoms: which requirements were judged under them as without them. */
export interface AcquittalMatrix {
  readonly runs: readonly FreedomRun[];
}

/** The run against the reference with freedoms. */
export interface FreedomRun {
  /** One, or those that were tried together. */
  readonly freedoms: readonly { readonly name: string; readonly summary: string }[];
  readonly passed: readonly RequirementId[];
  /** What did not pass, and need not: with the reason that a freedom gives. */
  readonly explained: readonly (OpenResult & { readonly because: string })[];
  /** What should have passed and did not. */
  readonly unexplained: readonly OpenResult[];
  /** Why the checks do not spare it yet, where that is known: a debt of the suite, and no property of the freedom. */
  readonly known?: string;
  readonly durationMs: number;
  /** Why there was no run, or none to the end. */
  readonly problem?: string;
}

interface OpenResult {
  readonly requirement: RequirementId;
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** Whether nothing was found under freedoms that they do not explain. A run in which nothing passed shows nothing. */
export function isSpared({ passed, unexplained, problem }: FreedomRun): boolean {
  return problem === undefined && passed.length > 0 && unexplained.length === 0;
}

/** A matrix in numbers. */
export interface AcquittalScore {
  readonly runs: number;
  readonly spared: number;
  /** Results that no freedom explains, summed over all runs. */
  readonly unexplained: number;
}

/** Counts what was found under freedoms. */
export function acquittalScoreOf({ runs }: AcquittalMatrix): AcquittalScore {
  return {
    runs: runs.length,
    spared: runs.filter(isSpared).length,
    unexplained: runs.reduce((sum, { unexplained }) => sum + unexplained.length, 0),
  };
}

/** Whether every freedom was spared, but for known debts. Where none was tried, there is nothing to be missed. */
export function areAllSpared({ runs }: AcquittalMatrix): boolean {
  return runs.every((run) => isSpared(run) || isKnownDebt(run));
}

/** Whether it is known that the checks do not spare it yet. */
export function isKnownDebt({ known, problem }: FreedomRun): boolean {
  return known !== undefined && problem === undefined;
}

/** The score as one sentence. */
export function acquittalSentence(matrix: AcquittalMatrix): string {
  const { runs, spared, unexplained } = acquittalScoreOf(matrix);
  const what = matrix.runs.some(({ freedoms }) => freedoms.length > 1)
    ? counted(runs, "set of freedoms", "sets of freedoms")
    : counted(runs, "freedom");
  const debts = matrix.runs.filter((run) => !isSpared(run) && isKnownDebt(run)).length;
  const known = debts === 0 ? "" : `, ${counted(debts, "known debt")} among them`;
  return `${spared} of ${what} spared, ${counted(unexplained, "result")} unexplained${known}.`;
}
