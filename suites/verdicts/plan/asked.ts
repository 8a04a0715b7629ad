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

/** One requirement that a run is held to. */
export interface AskedRequirement {
  readonly requirement: RequirementId;
  readonly level: Level;
  /** All of these must be offered, or it does not apply. */
  readonly features: readonly Feature[];
}

/** Which requirements a run is held to. */
export interface AskedOf {
  readonly profile: ProfileName;
  /** The newest by default. */
  readonly revision?: ProfileRevision | undefined;
  /** What is required in addition to the profile; nothing by default. */
  readonly extensions?: readonly ExtensionRequirement[];
  /** What it declares may make a MUST of a SHOULD. */
  readonly target?: { readonly semantics?: Partial<Semantics> };
}

/** What a run is held to, in the order of its reports: what the profile asks for, then what extensions add. */
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
