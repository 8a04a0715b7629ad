import type { Command } from "commander";
import { usualEffort } from "#harness";
import { defaults } from "./defaults.ts";

export function addEffortOptions(run: Command): Command {
  return run
    .option(
      "--runs <n>",
      `run n random sequences per case of a property (default: ${usualEffort.runs})`,
    )
    .option(
      "--budget <time>",
      "spend this much time on properties and histories, e.g. 60s; ten times as long finds faults that are ten times as rare; with --kind '*', all kinds share this time (default there: 15m)",
    )
    .option("--stress <time>", "run each history workload for this long, e.g. 10m")
    .option(
      "--attempts <n>",
      `run a failing case n times, to separate consistent failures from flaky ones (default: ${defaults.attempts})`,
    )
    .option("--replay <case:path>", "replay one path of a property, as printed in a report");
}
