import type { Command } from "commander";
import { formatOption } from "../options/common-options.ts";

/** The options of `check-history`, as they were typed. */
export interface CheckHistoryArguments {
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
  readonly checkHistory: (file: string, typed: CheckHistoryArguments) => Promise<void>;
  readonly mergeHistories: (
    files: readonly string[],
    typed: MergeHistoriesArguments,
  ) => Promise<void>;
}

/** Adds the commands on recorded histories. */
export function defineHistoryCommands(program: Command, actions: HistoryActions): void {
  program
    .command("check-history")
    .description("say whether a recorded history of operations and watches can have happened")
    .argument("<file>", "the history, one JSON object per line; - for the standard input")
    .addOption(formatOption())
    .action((file: string, typed: CheckHistoryArguments) => actions.checkHistory(file, typed));
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
