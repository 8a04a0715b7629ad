import { Option } from "commander";
import type { Command } from "commander";

export function extensionsOption(): Option {
  return new Option(
    "--config <file>",
    "read extensions from this file, or none (default: search parent folders)",
  );
}

export function formatOption(): Option {
  return new Option("--format <format>", "output format: text or json").default("text");
}

export function addCommonOptions(command: Command): Command {
  return command
    .option("--verbose", "print details, including stack traces of errors")
    .option("--no-color", "disable colors (NO_COLOR and FORCE_COLOR work, too)");
}
