import type { Feature } from "#contract";
import { carriedByKind } from "../dialect/described-features.ts";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";

/** Features of a kind that depend only on its operations and paths. */
const perKind = [
  "dry-run",
  "field-manager",
  "field-validation",
  "finalizers",
  "generation",
  "labels.write",
  "list.version",
  "precondition.uid",
  "status.observedGeneration",
  "watch.bookmarks",
  "watch.initialEvents",
  "watch.namespace",
  "watch.resume",
  "watch.selector",
  "watch.selectorTransitions",
] as const satisfies readonly Feature[];

/**
 * Returns the features that a dialect declares but a kind does not support: those in `lacks`, and those that the kind's
 * paths and operations cannot express.
 */
export function lacksOf(kind: KindDialect, { features }: Dialect): readonly Feature[] {
  // Checks of conditions write times, but a server that sets the times itself replaces them.
  const untimed = kind.conditions?.time === "server" ? (["status.conditions"] as const) : [];
  const declared = [...(kind.lacks ?? []), ...untimed];
  // A kind without a status mutation is tested, although it cannot have the features of status mutations.
  const { updateStatus, patchStatus } = kind.operations;
  if (updateStatus.length === 0 && patchStatus.length === 0) return declared;
  const placeless = perKind.filter(
    (feature) => features.includes(feature) && !carriedByKind(feature, kind),
  );
  return [...new Set([...declared, ...placeless])];
}
