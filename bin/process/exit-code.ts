import type { Conclusion } from "#verdicts";
import { UsageError } from "./errors.ts";

/** What the exit codes mean. */
export const exitCodes = {
  /** Nothing required is broken. */
  conformant: 0,
  /** A requirement is broken, or the self-test has a gap. */
  violation: 1,
  /** Wrong use or configuration. */
  usage: 2,
  /** The target cannot be reached, or the harness failed. */
  failure: 3,
  /** Inconclusive, or nothing ran. */
  inconclusive: 4,
  /** Stopped by a signal before its end. */
  interrupted: 130,
} as const;

/** The exit code of the process. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** How a command ended. */
export type Ending =
  | { readonly ending: "done" }
  | { readonly ending: "judged"; readonly conclusion: Conclusion }
  | { readonly ending: "gaps" }
  | { readonly ending: "interrupted" }
  | { readonly ending: "failed"; readonly error: unknown };

/** The one place where exit codes are decided. */
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
