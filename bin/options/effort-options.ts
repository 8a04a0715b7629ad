import type { Command } from "commander";
import { usualEffort } from "#harness";
import { defaults } from "./defaults.ts";

/** Adds the options that say how much properties and histories may cost. */
export function addEffortOptions(run: Command): Command {
  return run
    .option("--runs <n>", `random sequences per case of a property (default: ${usualEffort.runs})`)
    .option(
      "--budget <time>",
      "spend this time on properties and histories, for instance 60s; with --kind '*' on all kinds together (default then: 15m)",
    )
    .option("--stress <time>", "let each workload of a history go on so long, for instance 10m")
    .option(
      "--attempts <n>",
      `try a case that breaks something n times, to tell always from now and then (default: ${defaults.attempts})`,
    )
    .option("--replay <case:path>", "walk one path of a property again, as a report names it");
}
