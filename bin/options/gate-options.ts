import { Option } from "commander";
import type { Command } from "commander";
import { formatNames } from "./format-wishes.ts";

/** `--format`, which may be given several times. */
export function formatsOption(usual: readonly string[]): Option {
  return new Option(
    "--format <list>",
    `what to give, each with =FILE if wanted: ${formatNames.join(", ")}`,
  )
    .default([...usual], usual.join(","))
    .argParser((value: string, previous: readonly string[]) =>
      previous.length === usual.length && previous.every((text, i) => text === usual[i])
        ? [value]
        : [...previous, value],
    );
}

/** The options with which a run, or what is left of one, becomes a gate. */
export function addGateOptions(command: Command): Command {
  return command
    .option("--baseline <file>", "expect the failures and skips in this file, and nothing else")
    .option("--update-baseline", "write the baseline anew, from what is broken now")
    .option(
      "--schema-file <file>",
      "the schema of the endpoint, so that reports can name its lines",
    );
}
