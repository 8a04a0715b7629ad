import { Option } from "commander";
import type { Command } from "commander";
import { formatNames } from "./format-requests.ts";

export function formatsOption(usual: readonly string[]): Option {
  return new Option(
    "--format <list>",
    `write reports in these formats (FORMAT or FORMAT=FILE): ${formatNames.join(", ")}`,
  )
    .default([...usual], usual.join(","))
    .argParser((value: string, previous: readonly string[]) =>
      previous.length === usual.length && previous.every((text, i) => text === usual[i])
        ? [value]
        : [...previous, value],
    );
}

/** Adds the options that turn a run, or a command on the record of a run, into a CI gate. Returns the same command. */
export function addGateOptions(command: Command): Command {
  return command
    .option("--baseline <file>", "expect exactly the failures and skips in this file")
    .option("--update-baseline", "update the baseline with the current failures")
    .option("--schema-file <file>", "link findings to lines of this GraphQL schema");
}
