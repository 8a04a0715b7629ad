import type { Target, TargetDescription } from "#targets";

/**
 * The kinds to test, by name, each with the status mutations to use, in this order. An empty list keeps the kind for
 * checks without status mutations.
 */
export interface Narrowing {
  readonly kinds: Readonly<Record<string, readonly string[]>>;
  /** Overrides the event retention with a smaller number. */
  readonly retainedEvents?: number;
}

/** Restricts a target, for faster runs. Disposing disposes the target. */
export function narrowTarget(target: Target, narrowing: Narrowing): Target {
  const { description } = target;
  const kinds = description.kinds.flatMap((kind) => {
    const wanted = narrowing.kinds[kind.name];
    if (wanted === undefined) return [];
    const named = wanted.filter((id) => kind.operations.updateStatus.includes(id));
    // If a kind has none of the listed mutations, it keeps its own; without any, it would appear to have no status.
    const isLost = wanted.length > 0 && named.length === 0;
    const updateStatus = isLost ? kind.operations.updateStatus : named;
    return [{ ...kind, operations: { ...kind.operations, updateStatus } }];
  });
  return describedAs(target, {
    ...description,
    kinds,
    ...(narrowing.retainedEvents === undefined ? {} : { retainedEvents: narrowing.retainedEvents }),
  });
}

/** A target with another description, which cannot be restarted. Disposing it disposes the target. */
export function describedAs(target: Target, description: TargetDescription): Target {
  return {
    description,
    misfit: (command) => target.misfit?.(command),
    execute: (command, signal) => target.execute(command, signal),
    watch: (command, listener, signal) => target.watch(command, listener, signal),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
