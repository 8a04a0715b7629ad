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

/** One requirement of a run. */
export interface AskedRequirement {
  readonly requirement: RequirementId;
  readonly level: Level;
  /** Features that it requires. It does not apply if one of them is missing. */
  readonly features: readonly Feature[];
}

export interface AskedOf {
  readonly profile: ProfileName;
  readonly revision?: ProfileRevision | undefined;
  /** Requirements in addition to those of the profile. None by default. */
  readonly extensions?: readonly ExtensionRequirement[];
  /** The target's declarations, which may raise a SHOULD to a MUST. */
  readonly target?: { readonly semantics?: Partial<Semantics> };
}

/** The requirements of a run, in display order: those of the profile, then those of extensions. */
export function askedRequirements({
  profile,
  revision,
  extensions = [],
  target,
}: AskedOf): readonly AskedRequirement[] {
  return [
    ...profileEntries(profile, revision).flatMap(
      ({ requirement, level }): readonly AskedRequirement[] => {
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
