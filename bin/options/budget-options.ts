import type { Command } from "commander";
import { usualBudget } from "#harness";
import { defaults } from "./option-defaults.ts";

export function addBudgetOptions(run: Command): Command {
  return run
    .option(
      "--runs <n>",
      `run n random sequences per case of a property (default: ${usualBudget.runs})`,
    )
    .option(
      "--budget <time>",
      "set the time for properties and histories, e.g. 60s (a tenfold budget finds faults that are ten times rarer); with --kind '*', limit the total time (default: 15m)",
    )
    .option(
      "--stress <time>",
      "set the duration of each history workload, e.g. 10m (default: one round)",
    )
    .option(
      "--attempts <n>",
      `run a failing case up to n times to distinguish consistent from flaky failures (default: ${defaults.attempts})`,
    )
    .option("--replay <case:path>", "replay one path of a property from a report");
}
