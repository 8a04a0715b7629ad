import type { Target } from "#targets";

/** Kills and restarts the server. Rejects with an `Error` that describes the cause. */
export type Restart = (signal: AbortSignal) => Promise<void>;

/** Adds server restarts to a target. Disposing the result disposes the original target. */
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
