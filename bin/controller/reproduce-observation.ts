import { reproductionCommand } from "../output/reproduction-command.ts";
import type { RunSettings } from "../options/run-settings.ts";
import type { ObserveSettings } from "./observe-settings.ts";

/** Returns the command that watches the same kinds again, without credentials. */
export function reproduceObservation({
  settings,
  special,
}: {
  readonly settings: RunSettings;
  readonly special: ObserveSettings;
}): string {
  const { kinds = [], namespace, managers, forMs } = special;
  const args = [
    "observe",
    ...kinds.flatMap((kind) => ["--kind", kind]),
    ...(namespace === undefined ? [] : ["--namespace", namespace]),
    ...managers.flatMap((manager) => ["--manager", manager]),
    ...(forMs === undefined ? [] : ["--for", `${forMs}ms`]),
  ];
  // Removes the seed, because `observe` has no such option.
  return reproductionCommand(settings, 0, args).replace(/ --seed 0$/u, "");
}
