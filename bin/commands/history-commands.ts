import type { Command } from "commander";
import { logFormatNames } from "#wings/logs";
import { formatOption } from "../options/common-options.ts";

/** The options of `check-history`, as they were typed. */
export interface CheckHistoryArguments {
  readonly from?: string;
  readonly mapping?: string;
  readonly object?: readonly string[];
  readonly namespace?: string;
  readonly since?: string;
  readonly clockError?: string;
  readonly page?: string;
  readonly export?: string;
  readonly format: string;
  /** False with `--no-color`. */
  readonly color: boolean;
}

/** The options of `merge-histories`, as they were typed. */
export interface MergeHistoriesArguments {
  readonly clockError?: string;
  readonly output: string;
}

/** What the commands on recorded histories do. */
export interface HistoryActions {
  readonly checkHistory: (files: readonly string[], typed: CheckHistoryArguments) => Promise<void>;
  readonly mergeHistories: (
    files: readonly string[],
    typed: MergeHistoriesArguments,
  ) => Promise<void>;
}

/** Adds the commands on recorded histories. */
export function defineHistoryCommands(program: Command, actions: HistoryActions): void {
  program
    .command("check-history")
    .description(
      "check a recorded history, or a log, for linearizability, watch guarantees and mistakes of writers",
    )
    .argument("<files...>", "the history, or logs with --from; - for the standard input")
    .option("--from <format>", `read logs: ${logFormatNames.join(", ")}`)
    .option(
      "--mapping <file>",
      "the mapping file of a gateway log, in JSON: where each member stands",
    )
    .option(
      "--object <pattern...>",
      "judge these objects of a log, for instance deployments.apps/*",
    )
    .option("--namespace <name>", "judge the objects of this namespace")
    .option(
      "--since <time>",
      "skip earlier requests: 2026-11-21T08:00:00Z, or 24h for the last day",
    )
    .option("--clock-error <ms>", "how far the clocks of several logs can be from the true time")
    .option("--page <file>", "write an HTML page with timelines of what was found in logs")
    .option("--export <file>", "write the history in EDN, for Jepsen's checkers")
    .addOption(formatOption())
    .action((files: readonly string[], typed: CheckHistoryArguments) =>
      actions.checkHistory(files, typed),
    );
  program
    .command("merge-histories")
    .description("make one history of several that were recorded on different machines")
    .argument("<files...>", "the histories; all of them tell of the same objects")
    .option(
      "--clock-error <n>",
      "how far each clock can be from the true time, in the unit of the times",
    )
    .option("--output <file>", "write the merged history there", "history.ndjson")
    .action((files: readonly string[], typed: MergeHistoriesArguments) =>
      actions.mergeHistories(files, typed),
    );
}
