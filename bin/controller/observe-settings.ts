import type { ObserveArguments } from "../options/observe-options.ts";
import { parseDuration } from "../options/option-values.ts";
import { reproductionCommand } from "../output/reproduction-command.ts";
import type { RunSettings } from "../options/run-settings.ts";

export interface ObserveSettings {
  /** The kinds to watch. Defaults to all watchable kinds with a status. */
  readonly kinds?: readonly string[];
  /** The namespace to watch. Defaults to all namespaces. */
  readonly namespace?: string;
  readonly managers: readonly string[];
  /** Duration of the observation, in milliseconds. By default, the observation continues until it is interrupted. */
  readonly forMs?: number;
}

/** Bounds of the duration in milliseconds: 100 ms to one week. */
const times = { least: 100, most: 7 * 24 * 3_600_000 } as const;

export function readObserveSettings(typed: ObserveArguments): ObserveSettings {
  const { kind, namespace, manager = [], for: duration } = typed;
  return {
    ...(kind === undefined ? {} : { kinds: [...new Set(kind)] }),
    ...(namespace === undefined ? {} : { namespace }),
    managers: manager,
    ...(duration === undefined ? {} : { forMs: parseDuration("--for", duration, times) }),
  };
}

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
