import type { Target } from "#targets";

/** Kills and restarts the server. Rejects with an `Error` that describes the problem. */
export type Restart = (signal: AbortSignal) => Promise<void>;

/** Returns a target with a server restart added. Disposing it disposes the original target. */
export function restartableTarget(target: Target, restart: Restart): Target {
  const { description } = target;
  return {
    description: { ...description, features: [...description.features, "restart"] },
    misfit: (command) => target.misfit?.(command),
    execute: (command, signal) => target.execute(command, signal),
    watch: (command, listener, signal) => target.watch(command, listener, signal),
    restart,
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
