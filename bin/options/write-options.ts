import type { Command } from "commander";

/** Adds the options that say how far a run may change what it checks. */
export function addWriteOptions(run: Command): Command {
  return run
    .option("--read-only", "write nothing: only what can be seen by reading is checked")
    .option("--write-budget <n>", "send at most n writes, removals included (default: any number)")
    .option("--name-prefix <text>", "begin the names of all objects with this (default: nothing)")
    .option("--yes", "write to a server on another machine without asking first");
}
