import type { KindDescription, TargetDescription } from "#targets";

/** Whether the name of a deleted object can be given to a new one. */
export function reusesNames({
  kind,
  target,
}: {
  readonly kind: Pick<KindDescription, "semantics">;
  readonly target: Pick<TargetDescription, "semantics">;
}): boolean {
  return { ...target.semantics, ...kind.semantics }.deletedName !== "taken";
}
