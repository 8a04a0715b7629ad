import type { Command } from "commander";

export function addWriteOptions(run: Command): Command {
  return run
    .option("--read-only", "send no writes; run only checks that do not write")
    .option(
      "--write-budget <n>",
      "send at most n writes, including deletions (default: unlimited; 0: same as --read-only)",
    )
    .option(
      "--name-prefix <text>",
      "prefix the names of all created objects with this text (default: no prefix)",
    )
    .option("--yes", "write to another machine without confirmation");
}
