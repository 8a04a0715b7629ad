import type { Command } from "commander";
import { defaults } from "./option-defaults.ts";
import { formatsOption } from "./gate-options.ts";

export interface OutputSettings {
  readonly output: string;
  readonly isCompressed: boolean;
}

export function addOutputOptions(command: Command): Command {
  return command
    .option("--output <folder>", "write run.ndjson and reports to this folder", defaults.output)
    .option("--compress", "write the record as run.ndjson.gz")
    .addOption(formatsOption(defaults.formats));
}
