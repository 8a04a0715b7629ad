import { scaleLimits } from "#contract";
import type { Limits } from "#contract";
import type { RunSettings } from "../options/run-settings.ts";
import type { World } from "../process/world.ts";
import { checkPlaces, readSchemaFile } from "./write-report.ts";
import { prepareOutput } from "./output-folder.ts";
import { recordsIn } from "./record-files.ts";
import { expectedOf } from "./record-run.ts";
import type { RecordedRun } from "./record-run.ts";

export interface PreparedRun extends RecordedRun {
  readonly settings: RunSettings;
  readonly limits: Limits;
}

/**
 * Prepares a run before any request is sent. The caller adds the abort signal.
 *
 * @throws UsageError when the baseline or the schema for source locations cannot be used, or reports cannot be written.
 */
export function prepareRun(
  settings: RunSettings,
  color: boolean,
  world: World,
): Omit<PreparedRun, "signal"> {
  const baseline = expectedOf(settings);
  checkPlaces(settings.formats, recordsIn(settings.output));
  if (settings.schemaFile !== undefined) readSchemaFile(settings.schemaFile);
  const output = prepareOutput(settings);
  const limits = scaleLimits(settings.timeFactor);
  return {
    settings,
    color,
    output,
    world,
    limits,
    ...(baseline === undefined ? {} : { baseline }),
  };
}
