import type { FormatOptions, Report } from "#reports";
import { renderTerminal } from "#reports";
import { appearanceOf } from "../output/appearance.ts";
import { writeReport, readSchemaFile } from "../output/write-report.ts";
import type { FormatRequest } from "../options/format-requests.ts";
import { recordPathOf } from "../output/record-files.ts";
import type { World } from "../process/world.ts";

export interface RecordArguments {
  readonly format: readonly string[];
  readonly schemaFile?: string;
  readonly verbose?: boolean;
  readonly color: boolean;
}

export interface Rendering {
  readonly typed: RecordArguments;
  readonly requests: readonly FormatRequest[];
  readonly place: string;
  readonly world: World;
  /** Format options that are not among the command's arguments. Absent by default. */
  readonly options?: FormatOptions;
  /** Folder for formats without a file name. Defaults to standard output. */
  readonly folder?: string;
}

export function giveRendered(report: Report, rendering: Rendering): void {
  const { typed, requests, place, world, options = {}, folder } = rendering;
  const { schemaFile } = typed;
  writeReport(report, requests, {
    ...(folder === undefined ? {} : { folder }),
    options: {
      ...options,
      ...(schemaFile === undefined ? {} : { schema: readSchemaFile(schemaFile) }),
    },
    terminal: (shown) =>
      renderTerminal(shown, {
        ...appearanceOf(world.out, world, typed),
        verbosity: typed.verbose === true ? "verbose" : "normal",
        recordPath: recordPathOf(place),
      }),
    out: world.out,
    ...(world.secrets === undefined ? {} : { secrets: world.secrets }),
  });
}
