import type { FormatOptions, Report } from "#reports";
import { renderTerminal } from "#reports";
import { appearanceOf } from "../output/appearance.ts";
import { giveReport, readSchemaFile } from "../output/give-report.ts";
import type { FormatWish } from "../options/format-wishes.ts";
import { recordPathOf } from "../output/load-record.ts";
import type { World } from "../process/world.ts";

/** The options of commands that render a record, as they were typed. */
export interface RecordArguments {
  readonly format: readonly string[];
  readonly schemaFile?: string;
  readonly verbose?: boolean;
  /** False with `--no-color`. */
  readonly color: boolean;
}

/** What a report is rendered with. */
export interface Rendering {
  readonly typed: RecordArguments;
  readonly wishes: readonly FormatWish[];
  /** The record, or the folder that it is in. */
  readonly place: string;
  readonly world: World;
  /** Beyond the schema; nothing by default. */
  readonly options?: FormatOptions;
  /** Where files go that were not named; by default everything goes to the standard output. */
  readonly folder?: string;
}

/**
 * Gives a report on a record in the formats that were asked for.
 *
 * @throws UsageError when the schema that its places point into cannot be read.
 * @throws HarnessError when a file cannot be written.
 */
export function giveRendered(report: Report, rendering: Rendering): void {
  const { typed, wishes, place, world, options = {}, folder } = rendering;
  const { schemaFile } = typed;
  giveReport(report, wishes, {
    ...(folder === undefined ? {} : { folder }),
    options: {
      ...options,
      ...(schemaFile === undefined ? {} : { schema: readSchemaFile(schemaFile) }),
    },
    terminal: (told) =>
      renderTerminal(told, {
        ...appearanceOf(world.out, world, typed),
        verbosity: typed.verbose === true ? "verbose" : "normal",
        recordPath: recordPathOf(place),
      }),
    out: world.out,
    ...(world.secrets === undefined ? {} : { secrets: world.secrets }),
  });
}
