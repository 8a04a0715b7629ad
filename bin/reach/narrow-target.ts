import type { Target } from "#targets";

/**
 * What of a target is looked at: kinds by name, each with the status mutations to go through. An empty
 * list keeps the kind for what has nothing to do with status mutations.
 */
export interface Narrowing {
  readonly kinds: Readonly<Record<string, readonly string[]>>;
  /** The retained events, where the target is told to keep fewer. */
  readonly retainedEvents?: number;
}

/** A target of which only a part is looked at, to be done faster. Disposing disposes the target. */
export function narrowTarget(target: Target, narrowing: Narrowing): Target {
  const { description } = target;
  const kinds = description.kinds.flatMap((kind) => {
    const wanted = narrowing.kinds[kind.name];
    if (wanted === undefined) return [];
    const named = kind.operations.updateStatus.filter((id) => wanted.includes(id));
    // A kind whose mutations are offered under no name of the list must not look like one without a status.
    const isLost = wanted.length > 0 && named.length === 0;
    const updateStatus = isLost ? kind.operations.updateStatus : named;
    return [{ ...kind, operations: { ...kind.operations, updateStatus } }];
  });
  return {
    description: {
      ...description,
      kinds,
      ...(narrowing.retainedEvents === undefined
        ? {}
        : { retainedEvents: narrowing.retainedEvents }),
    },
    misfit: (command) => target.misfit?.(command),
    execute: (command, signal) => target.execute(command, signal),
    watch: (command, listener, signal) => target.watch(command, listener, signal),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
