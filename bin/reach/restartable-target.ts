import type { Target } from "#targets";

/** Kills the server and starts it again. Rejects with an `Error` that says what went wrong. */
export type Restart = (signal: AbortSignal) => Promise<void>;

/** The same target with a way to restart the server behind it. Disposing disposes the target. */
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
