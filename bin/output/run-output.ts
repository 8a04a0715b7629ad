import { LiveProgress, renderTerminal } from "#reports";
import type { Report } from "#reports";
import type { RecordLine } from "#verdicts";
import { appearanceOf } from "./appearance.ts";
import { giveReport, readSchemaFile } from "./give-report.ts";
import type { OutputFolder } from "./output-folder.ts";
import type { RunSettings } from "../options/run-settings.ts";
import type { World } from "../process/world.ts";

export interface ShownRun {
  readonly settings: Pick<RunSettings, "formats" | "schemaFile" | "verbosity">;
  /** False with `--no-color`. */
  readonly color: boolean;
  readonly output: OutputFolder;
  readonly world: World;
}

/** Prints the progress of a run to standard error, so that standard output contains only its reports. */
export function showProgress({ settings, color, world }: ShownRun): (line: RecordLine) => void {
  if (settings.verbosity === "quiet") return () => {};
  const { err } = world;
  const { width } = appearanceOf(err, world, { color });
  const progress = new LiveProgress({ isTerminal: err.isTerminal, width });
  return (line) => {
    const text = progress.take(line);
    if (text !== "") err.write(text);
  };
}

/**
 * Prints or writes the report in all requested formats.
 *
 * @throws HarnessError when a file cannot be written.
 * @throws UsageError when the schema for source locations cannot be read.
 */
export function tell(report: Report, run: ShownRun): void {
  const { formats, schemaFile } = run.settings;
  giveReport(report, formats, {
    folder: run.output.folder,
    options: schemaFile === undefined ? {} : { schema: readSchemaFile(schemaFile) },
    terminal: (told) => shown(told, run),
    out: run.world.out,
    ...(run.world.secrets === undefined ? {} : { secrets: run.world.secrets }),
  });
}

function shown(report: Report, { settings, color, output, world }: ShownRun): string {
  return renderTerminal(report, {
    ...appearanceOf(world.out, world, { color }),
    verbosity: settings.verbosity,
    recordPath: output.recordPath,
  });
}
