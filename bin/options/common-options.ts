import { Option } from "commander";
import type { Command } from "commander";

export function extensionsOption(): Option {
  return new Option(
    "--config <file>",
    "read extensions from this file; 'none' for no file (default: search parent folders)",
  );
}

export function formatOption(): Option {
  return new Option("--format <format>", "select the output format: text or json").default("text");
}

export function addCommonOptions(command: Command): Command {
  return command
    .option("--verbose", "print details, including stack traces")
    .option("--no-color", "disable colors (also: NO_COLOR, FORCE_COLOR)");
}
