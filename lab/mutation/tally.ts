import type { ReadableChange } from "./change.ts";
import type { Explanation } from "./explanation.ts";
import { leftOut } from "./sample.ts";

/** What became of a mutant, in the words of Stryker. */
export type MutantStatus =
  | "Killed"
  | "Timeout"
  | "Survived"
  | "NoCoverage"
  | "CompileError"
  | "RuntimeError"
  | "Ignored"
  | "Pending";

/** A mutant after its tests. */
export interface TriedMutant extends ReadableChange {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly status: MutantStatus;
  /** Why it was not run. */
  readonly reason?: string | undefined;
}

/** What a section comes to. */
export interface Tally {
  /** Mutants that were tried: those of the sample that compile. */
  readonly mutants: number;
  readonly killed: number;
  /** Killed by an end of patience: a loop without an end. Counts as killed as well. */
  readonly timedOut: number;
  readonly explained: number;
  /** Those that nobody explains. */
  readonly survivors: readonly TriedMutant[];
  readonly notCompiling: number;
  readonly leftOut: number;
  /** Those with which the tests could not be run at all; not those that nobody wants to be tried. */
  readonly failed: number;
  /** Explanations of mutants that are killed, or that are made no longer. */
  readonly stale: readonly Explanation[];
}

/** Counts what became of all mutants of a section, whose files are named by the mutants themselves. */
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

/** Killed of those that a test could have noticed, in percent; 0 where nothing was tried, which shows nothing. */
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
