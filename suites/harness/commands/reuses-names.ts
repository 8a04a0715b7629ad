import type { KindDescription, TargetDescription } from "#targets";

/** Whether names of deleted objects can be reused. */
export function reusesNames({
  kind,
  target,
}: {
  readonly kind: Pick<KindDescription, "semantics">;
  readonly target: Pick<TargetDescription, "semantics">;
}): boolean {
  return { ...target.semantics, ...kind.semantics }.deletedName !== "taken";
}
