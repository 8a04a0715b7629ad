import { writeFileSync } from "node:fs";
import { LiveProgress, renderJson, renderTerminal } from "#reports";
import type { Report } from "#reports";
import type { RecordLine } from "#runner";
import { appearanceOf } from "./appearance.ts";
import { HarnessError } from "./errors.ts";
import { codeOf } from "./output-folder.ts";
import type { OutputFolder } from "./output-folder.ts";
import type { RunSettings } from "./run-settings.ts";
import type { World } from "./world.ts";

/** What decides how a run is shown, and where. */
export interface ShownRun {
  readonly settings: Pick<RunSettings, "formats" | "verbosity">;
  /** False with `--no-color`. */
  readonly color: boolean;
  readonly output: OutputFolder;
  readonly world: World;
}

/** Shows the progress of a run from its record, beside the output proper. */
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
 * Gives the report in all formats that were asked for: files first, so that they are there when the
 * last line is read.
 *
 * @throws HarnessError when a file cannot be written.
 */
export function tell(report: Report, run: ShownRun): void {
  for (const format of run.settings.formats.toSorted()) {
    switch (format) {
      case "json":
        writeReport(run.output.reportPath, renderJson(report));
        break;
      case "terminal":
        run.world.out.write(shown(report, run));
        break;
    }
  }
}

function shown(report: Report, { settings, color, output, world }: ShownRun): string {
  return renderTerminal(report, {
    ...appearanceOf(world.out, world, { color }),
    verbosity: settings.verbosity,
    recordPath: output.recordPath,
  });
}

function writeReport(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new HarnessError(`the report ${path} could not be written (${codeOf(error)})`, {
      mend: "Make room or name another folder with --output, then run it again.",
      cause: error,
    });
  }
}
