import type { Conclusion } from "#verdicts";
import { UsageError } from "./program-errors.ts";

export const exitCodes = {
  /** Conformant, or the command has succeeded. */
  conformant: 0,
  /** A MUST is violated, the baseline does not match, or the self-test found a gap. */
  violation: 1,
  /** Incorrect usage or configuration. */
  usage: 2,
  /** The target is unreachable, or the harness failed. */
  failure: 3,
  /** Inconclusive, or nothing ran. */
  inconclusive: 4,
  /** Stopped by a signal. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export type Ending =
  | { readonly ending: "done" }
  | { readonly ending: "judged"; readonly conclusion: Conclusion }
  | { readonly ending: "gaps" }
  | { readonly ending: "interrupted" }
  | { readonly ending: "failed"; readonly error: unknown };

/** The only mapping from endings to exit codes. */
export function exitCodeOf(ending: Ending): ExitCode {
  switch (ending.ending) {
    case "done":
      return exitCodes.conformant;
    case "judged":
      return codeOfConclusion(ending.conclusion);
    case "gaps":
      return exitCodes.violation;
    case "interrupted":
      return exitCodes.interrupted;
    case "failed":
      return ending.error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  }
}

function codeOfConclusion(conclusion: Conclusion): ExitCode {
  switch (conclusion) {
    case "conformant":
      return exitCodes.conformant;
    case "violations":
      return exitCodes.violation;
    case "errored":
      return exitCodes.failure;
    case "inconclusive":
    case "nothing-ran":
      return exitCodes.inconclusive;
  }
}
