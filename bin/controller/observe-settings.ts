import type { ObserveArguments } from "../options/observe-options.ts";
import { parseDuration } from "../options/option-values.ts";

/** The options that only `observe` has, understood. */
export interface ObserveSettings {
  /** Defaults to all watchable kinds with a status. */
  readonly kinds?: readonly string[];
  /** All by default. */
  readonly namespace?: string;
  readonly managers: readonly string[];
  /** Until interrupted by default. */
  readonly forMs?: number;
}

/** From a moment to a week, in milliseconds. */
const times = { least: 100, most: 7 * 24 * 3_600_000 } as const;

/** Understands the options. Throws a UsageError for what makes no sense. */
export function readObserveSettings(typed: ObserveArguments): ObserveSettings {
  const { kind, namespace, manager = [], for: duration } = typed;
  return {
    ...(kind === undefined ? {} : { kinds: [...new Set(kind)] }),
    ...(namespace === undefined ? {} : { namespace }),
    managers: manager,
    ...(duration === undefined ? {} : { forMs: parseDuration("--for", duration, times) }),
  };
}
