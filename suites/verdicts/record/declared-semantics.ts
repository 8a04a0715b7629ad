import { contradictionOf, inCatalogue } from "#contract";
import type { RequirementId, Semantics } from "#contract";
import type { KindDescription, TargetDescription } from "#harness";

export function semanticsOf(
  target: Pick<TargetDescription, "semantics">,
  kind: Pick<KindDescription, "semantics" | "statusSemantics">,
  via: string,
): Semantics {
  return { ...target.semantics, ...kind.semantics, ...kind.statusSemantics?.[via] };
}

/**
 * Returns only the semantics in which a kind, or one of its mutations, differs from the target; undefined if there are
 * none.
 */
export function deviationOf(
  kind: Pick<KindDescription, "semantics" | "statusSemantics">,
  via: string,
): Partial<Semantics> | undefined {
  const declared = { ...kind.semantics, ...kind.statusSemantics?.[via] };
  return Object.keys(declared).length === 0 ? undefined : declared;
}

export function isAlike(left: Semantics, right: Semantics): boolean {
  return contradictionOf(left, right) === undefined && contradictionOf(right, left) === undefined;
}

/** Returns why a requirement does not apply with the given declarations; undefined if it applies. */
export function excuseFor(requirement: RequirementId, declared: Semantics): string | undefined {
  const presumes = inCatalogue(requirement)?.presumes;
  return presumes && contradictionOf(presumes, declared);
}

type Excused = Pick<KindDescription, "excuses" | "statusExcuses">;

/** Returns the requirements of a check that the declarations exclude for a kind and the tested status mutation. */
export function excusedOf(
  covers: readonly RequirementId[],
  kind: Excused,
  via: string,
): readonly RequirementId[] {
  return covers.filter((requirement) => ownExcuse(requirement, kind, via) !== undefined);
}

/**
 * Returns why the dialect or schema of a kind excludes a requirement, for the kind or for one mutation; undefined if it
 * does not.
 */
export function ownExcuse(
  requirement: RequirementId,
  { excuses = {}, statusExcuses = {} }: Excused,
  via: string,
): string | undefined {
  return excuses[requirement] ?? statusExcuses[via]?.[requirement];
}

/**
 * Returns why a requirement applies to none of a target's kinds and mutations, or undefined if it applies to one.
 */
export function excuseEverywhere(
  requirement: RequirementId,
  target: Pick<TargetDescription, "kinds" | "semantics">,
): string | undefined {
  const places = target.kinds.flatMap((kind) => {
    const vias = kind.operations.updateStatus;
    return (vias.length === 0 ? [""] : vias).map((via) => ({ kind, via }));
  });
  const written = places.filter(({ via }) => via !== "");
  const own = sharedExcuse(
    (written.length === 0 ? places : written).map(({ kind, via }) =>
      ownExcuse(requirement, kind, via),
    ),
  );
  const presumes = inCatalogue(requirement)?.presumes;
  if (own !== undefined || presumes === undefined) return own;
  const declared = places.map(({ kind, via }) => semanticsOf(target, kind, via));
  return sharedExcuse(
    (declared.length === 0 ? [target.semantics] : declared).map((semantics) =>
      contradictionOf(presumes, semantics),
    ),
  );
}

function sharedExcuse(excuses: readonly (string | undefined)[]): string | undefined {
  return excuses.every((excuse) => excuse !== undefined) ? excuses[0] : undefined;
}
