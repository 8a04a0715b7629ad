import { contradictionOf, inCatalogue, profileEntries } from "#contract";
import type {
  ExtensionRequirement,
  Feature,
  Level,
  ProfileName,
  ProfileRevision,
  RequirementId,
  Semantics,
} from "#contract";

export interface SelectedRequirement {
  readonly requirement: RequirementId;
  readonly level: Level;
  /** Required features. The requirement does not apply if one of them is missing. */
  readonly features: readonly Feature[];
}

export interface RequirementSelection {
  readonly profile: ProfileName;
  readonly revision?: ProfileRevision | undefined;
  readonly extensions?: readonly ExtensionRequirement[];
  /** The target's declarations, which may raise a SHOULD to a MUST. */
  readonly target?: { readonly semantics?: Partial<Semantics> };
}

/**
 * Returns the requirements of a run, in display order: the requirements of the profile, then the requirements of
 * extensions.
 */
export function selectedRequirements({
  profile,
  revision,
  extensions = [],
  target,
}: RequirementSelection): readonly SelectedRequirement[] {
  return [
    ...profileEntries(profile, revision).flatMap(
      ({ requirement, level }): readonly SelectedRequirement[] => {
        if (level === "not-asked") return [];
        const { features = [], mustWhere } = inCatalogue(requirement) ?? {};
        const isRaised =
          mustWhere !== undefined &&
          contradictionOf(mustWhere, target?.semantics ?? {}) === undefined;
        return [{ requirement, level: isRaised ? "MUST" : level, features }];
      },
    ),
    ...extensions.map(({ id, level, features = [] }) => ({ requirement: id, level, features })),
  ];
}
