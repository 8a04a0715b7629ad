import { suiteCommand } from "#contract";
import { UsageError } from "../process/program-errors.ts";
import { suggest } from "./suggest-names.ts";

const commands = [
  "run",
  "init",
  "try",
  "list",
  "explain",
  "serve",
  "self-test",
  "check-history",
  "report",
  "judge",
  "verify",
  "diff",
  "compare",
  "merge",
  "merge-histories",
  "observe",
  "controller",
  "cleanup",
  "config",
  "completion",
  "help",
] as const;

/** The default command takes only options, so an operand is a mistyped command. */
export function refuseOperands(operands: readonly string[]): void {
  const [word] = operands;
  if (word === undefined) return;
  throw new UsageError(`unknown command "${word}"`, {
    fix: suggest(word, commands, `${suiteCommand} --help lists all commands and options.`),
  });
}
