import type { Reconciler } from "#reference/controller";
import type { KindDescription } from "#targets";
import { UsageError } from "../process/program-errors.ts";

export interface ChosenReconcilers {
  readonly reconcilers: readonly Reconciler[];
  readonly warnings: readonly string[];
}

export interface Offer {
  readonly kinds: readonly Pick<KindDescription, "isRuntime" | "name">[];
  readonly reconcilers: readonly Reconciler[];
}

/**
 * Selects the controllers of the requested kinds. Skips kinds that a run registers, because they may not exist yet.
 *
 * @throws UsageError when no kind is left.
 */
export function chooseReconcilers(
  requested: readonly string[],
  { kinds, reconcilers }: Offer,
): ChosenReconcilers {
  const there = new Set(kinds.filter(({ isRuntime }) => !isRuntime).map(({ name }) => name));
  const able = reconcilers.filter(({ kind }) => there.has(kind));
  const names = able.map(({ kind }) => kind);
  const left = requested.filter((kind) => !names.includes(kind));
  const can = `The built-in controllers can reconcile ${names.join(", ")}.`;
  const chosen = able.filter(({ kind }) => requested.includes(kind));
  if (chosen.length === 0) {
    throw new UsageError(`no controller for ${requested.join(", ")}`, { fix: can });
  }
  const isRuntime = (name: string): boolean =>
    kinds.some((kind) => kind.name === name && kind.isRuntime);
  const warnings = left.map((kind) => {
    const why = isRuntime(kind)
      ? "is registered by the run itself, after the built-in controllers have started"
      : "has no built-in controller";
    return `no controller writes the status of ${kind}: this kind ${why}. ${can}`;
  });
  return { reconcilers: chosen, warnings };
}
