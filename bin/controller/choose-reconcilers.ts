import type { Reconciler } from "#reference/controller";
import type { KindDescription } from "#targets";
import { UsageError } from "../process/errors.ts";

/** The controllers that are to run, and what is to be said about the others. */
export interface ChosenReconcilers {
  readonly reconcilers: readonly Reconciler[];
  readonly warnings: readonly string[];
}

/** What there is to choose from. */
export interface Offer {
  /** The kinds that the target knows. */
  readonly kinds: readonly Pick<KindDescription, "isRuntime" | "name">[];
  readonly reconcilers: readonly Reconciler[];
}

/**
 * Chooses the controllers of the kinds that are asked for. A kind that a run registers may not be there
 * yet, and nobody here would wait for it.
 *
 * @throws UsageError when there is nothing left to do.
 */
export function chooseReconcilers(
  asked: readonly string[],
  { kinds, reconcilers }: Offer,
): ChosenReconcilers {
  const there = new Set(kinds.filter(({ isRuntime }) => !isRuntime).map(({ name }) => name));
  const able = reconcilers.filter(({ kind }) => there.has(kind));
  const names = able.map(({ kind }) => kind);
  const left = asked.filter((kind) => !names.includes(kind));
  const can = `The controllers can reconcile ${names.join(", ")} here.`;
  const chosen = able.filter(({ kind }) => asked.includes(kind));
  if (chosen.length === 0) {
    throw new UsageError(`no controller for ${asked.join(", ")}`, { mend: can });
  }
  const isRuntime = (name: string): boolean =>
    kinds.some((kind) => kind.name === name && kind.isRuntime);
  const warnings = left.map((kind) => {
    const why = isRuntime(kind)
      ? "is registered by the run itself, and no controller here waits for it"
      : "has no controller here";
    return `no controller reports on ${kind}: it ${why}. ${can}`;
  });
  return { reconcilers: chosen, warnings };
}
