import type { Command, WatchCommand } from "#contract";
import type { RemovedTogether, Target } from "./target.ts";

const nothing: RemovedTogether = { removed: [], absent: [] };

/** Returns the methods that a target may lack, for a wrapper that forwards them. A method that it lacks stays absent. */
export function forwardedMethods(target: Target): Partial<Target> {
  return {
    ...(target.misfit === undefined
      ? {}
      : { misfit: (command: Command) => target.misfit?.(command) }),
    ...(target.watchMisfit === undefined
      ? {}
      : { watchMisfit: (command: WatchCommand) => target.watchMisfit?.(command) }),
    ...(target.isPaused === undefined ? {} : { isPaused: () => target.isPaused?.() ?? false }),
    ...(target.restart === undefined
      ? {}
      : { restart: async (signal: AbortSignal) => target.restart?.(signal) }),
    ...(target.removeCollections === undefined ? {} : { removeCollections: removing(target) }),
  };
}

function removing(target: Target): NonNullable<Target["removeCollections"]> {
  return async (removal, signal) => (await target.removeCollections?.(removal, signal)) ?? nothing;
}
