import type { Target } from "#targets";

/** A target of which only some kinds are looked at, to be done faster. Disposing disposes the target. */
export function narrowTarget(target: Target, kinds: readonly string[]): Target {
  const { description } = target;
  return {
    description: {
      ...description,
      kinds: description.kinds.filter((kind) => kinds.includes(kind.name)),
    },
    execute: (command, signal) => target.execute(command, signal),
    watch: (command, listener, signal) => target.watch(command, listener, signal),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
