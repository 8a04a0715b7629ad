import { Option } from "commander";
import type { Command } from "commander";

/** `--config` of the commands for which a configuration has only extensions. */
export function extensionsOption(): Option {
  return new Option(
    "--config <file>",
    "read extensions from this file, or none (default: search parent folders)",
  );
}

/** `--format` of the commands that print to people or to programs. */
export function formatOption(): Option {
  return new Option("--format <format>", "output format: text or json").default("text");
}

/** Adds the options that every command has. */
export function addCommonOptions(command: Command): Command {
  return command
    .option("--verbose", "print details, including stack traces of errors")
    .option("--no-color", "disable colors (NO_COLOR and FORCE_COLOR work, too)");
}
