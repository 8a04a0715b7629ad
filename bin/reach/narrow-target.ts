import type { Target, TargetDescription } from "#targets";

/**
 * The kinds to test, by name. Each kind has a list of the status mutations to use, in this order. A kind with an empty
 * list is tested only by checks without status mutations.
 */
export interface Narrowing {
  readonly kinds: Readonly<Record<string, readonly string[]>>;
  readonly retainedEvents?: number;
}

/** Restricts a target, so that runs are faster. Disposing the result disposes the original target. */
export function narrowTarget(target: Target, narrowing: Narrowing): Target {
  const { description } = target;
  const kinds = description.kinds.flatMap((kind) => {
    const wanted = narrowing.kinds[kind.name];
    if (wanted === undefined) return [];
    const named = wanted.filter((id) => kind.operations.updateStatus.includes(id));
    // If a kind has none of the listed mutations, it keeps its own mutations. Without mutations, it would appear to
    // have no status.
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

/**
 * Creates a target with a different description, which cannot be restarted. Disposing the result disposes the original
 * target.
 */
export function describedAs(target: Target, description: TargetDescription): Target {
  return {
    description,
    misfit: (command) => target.misfit?.(command),
    execute: (command, signal) => target.execute(command, signal),
    watch: (command, listener, signal) => target.watch(command, listener, signal),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
