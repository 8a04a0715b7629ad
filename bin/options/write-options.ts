import type { Command } from "commander";

export function addWriteOptions(run: Command): Command {
  return run
    .option("--read-only", "send no writes; check only what reads can show")
    .option(
      "--write-budget <n>",
      "send at most n writes, including deletions; 0 is --read-only (default: unlimited)",
    )
    .option(
      "--name-prefix <text>",
      "start the names of all created objects with this (default: no prefix)",
    )
    .option("--yes", "do not ask before writing to another machine");
}
