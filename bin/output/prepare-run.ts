import { scaleLimits } from "#contract";
import type { Limits } from "#contract";
import type { RunSettings } from "../options/run-settings.ts";
import type { World } from "../process/world.ts";
import { checkPlaces } from "./give-report.ts";
import { prepareOutput } from "./output-folder.ts";
import { expectedOf } from "./record-run.ts";
import type { RecordedRun } from "./record-run.ts";

/** What the commands share that find something out about a target and keep a record of it. */
export interface PreparedRun extends RecordedRun {
  readonly settings: RunSettings;
  readonly limits: Limits;
}

/**
 * Prepares what is needed whatever is found out, before anything is sent. What stops the run is for the
 * command to add.
 *
 * @throws UsageError: the baseline cannot be used, or the reports cannot be written where they are wanted.
 */
export function prepareRun(
  settings: RunSettings,
  color: boolean,
  world: World,
): Omit<PreparedRun, "signal"> {
  const baseline = expectedOf(settings);
  checkPlaces(settings.formats);
  const output = prepareOutput(settings.output);
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
