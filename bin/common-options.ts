import type { Command } from "commander";

/** Adds the options that every command has. */
export function addCommonOptions(command: Command): Command {
  return command
    .option("--verbose", "say everything, with stack traces of errors")
    .option("--no-color", "print without colours (NO_COLOR and FORCE_COLOR work, too)");
}
