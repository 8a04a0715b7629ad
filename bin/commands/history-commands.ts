import type { Command } from "commander";
import { logFormatNames } from "#wings/logs";
import { formatOption } from "../options/option-groups.ts";

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
  readonly color: boolean;
}

export interface MergeHistoriesArguments {
  readonly clockError?: string;
  readonly output: string;
}

export interface HistoryActions {
  readonly checkHistory: (files: readonly string[], typed: CheckHistoryArguments) => Promise<void>;
  readonly mergeHistories: (
    files: readonly string[],
    typed: MergeHistoriesArguments,
  ) => Promise<void>;
}

export function defineHistoryCommands(program: Command, actions: HistoryActions): void {
  program
    .command("check-history")
    .description(
      "check a recorded history or log for linearizability, watch guarantees and client bugs",
    )
    .argument("<files...>", "history, or logs with --from; - for standard input")
    .option("--from <format>", `read logs in this format: ${logFormatNames.join(", ")}`)
    .option(
      "--mapping <file>",
      "map the fields of a gateway log or change stream with this JSON file",
    )
    .option("--object <pattern...>", "check only these objects of a log, e.g. deployments.apps/*")
    .option("--namespace <name>", "check only objects in this namespace")
    .option(
      "--since <time>",
      "skip requests before this time, e.g. 2026-11-21T08:00:00Z, or 24h for the last day",
    )
    .option(
      "--clock-error <ms>",
      "set the maximum clock error of the machines that wrote the logs (default: 0; required for several logs)",
    )
    .option("--page <file>", "write an HTML page with a timeline of each finding in a log")
    .option(
      "--export <file>",
      "export the history for porcupine (to a .json file) or as EDN for Jepsen (to any other file)",
    )
    .addOption(formatOption())
    .action((files: readonly string[], typed: CheckHistoryArguments) =>
      actions.checkHistory(files, typed),
    );
  program
    .command("merge-histories")
    .description("merge histories from different machines")
    .argument("<files...>", "history files of the same objects")
    .option(
      "--clock-error <n>",
      "set the maximum clock error, in the histories' time unit (required)",
    )
    .option("--output <file>", "write the merged history to this file", "history.ndjson")
    .action((files: readonly string[], typed: MergeHistoriesArguments) =>
      actions.mergeHistories(files, typed),
    );
}
