import type { ReadableChange } from "./change.ts";
import type { Explanation } from "./explanation.ts";
import { leftOut } from "./sample.ts";

export type MutantStatus =
  | "Killed"
  | "Timeout"
  | "Survived"
  | "NoCoverage"
  | "CompileError"
  | "RuntimeError"
  | "Ignored"
  | "Pending";

export interface TriedMutant extends ReadableChange {
  readonly file: string;
  readonly line: number;
  readonly status: MutantStatus;
  readonly reason?: string | undefined;
}

export interface Tally {
  /** Number of mutants that were run: those in the sample that compile. */
  readonly mutants: number;
  readonly killed: number;
  /** Number of mutants killed by a timeout, such as those with infinite loops. Included in `killed`. */
  readonly timedOut: number;
  readonly explained: number;
  readonly survivors: readonly TriedMutant[];
  readonly notCompiling: number;
  readonly leftOut: number;
  /** Number of mutants for which the tests could not run. Excludes mutants that are deliberately ignored. */
  readonly failed: number;
  readonly stale: readonly Explanation[];
}

export function tallyOf(
  mutants: readonly TriedMutant[],
  explanations: readonly Explanation[],
): Tally {
  const survived = mutants.filter(isAlive);
  const killed = mutants.filter(({ status }) => status === "Killed" || status === "Timeout");
  const survivors = survived.filter((one) => !explanations.some((of) => isAbout(of, one)));
  const untried = mutants.filter(({ status }) => status === "CompileError");
  const ignored = mutants.filter(({ status }) => status === "Ignored");
  const dropped = untried.filter(({ reason }) => reason === leftOut);
  const files = new Set(mutants.map(({ file }) => file));
  const open = [...survived, ...dropped];
  return {
    mutants: killed.length + survived.length,
    killed: killed.length,
    timedOut: killed.filter(({ status }) => status === "Timeout").length,
    explained: survived.length - survivors.length,
    survivors,
    notCompiling: untried.length - dropped.length,
    leftOut: dropped.length,
    failed: mutants.length - killed.length - survived.length - untried.length - ignored.length,
    stale: explanations.filter((of) => files.has(of.file) && !open.some((one) => isAbout(of, one))),
  };
}

/** Returns the killed mutants as a percentage of the mutants that a test could detect, or 0 if no mutant was run. */
export function scoreOf({ mutants, killed, explained }: Tally): number {
  const counted = mutants - explained;
  return counted === 0 ? 0 : (killed / counted) * 100;
}

function isAlive({ status }: TriedMutant): boolean {
  return status === "Survived" || status === "NoCoverage";
}

function isAbout(of: Explanation, { file, was, becomes }: TriedMutant): boolean {
  return of.file === file && of.was === was && of.becomes === becomes;
}
