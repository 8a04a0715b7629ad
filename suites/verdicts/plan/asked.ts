import { inCatalogue, profiles, requirementIds } from "#contract";
import type { ExtensionRequirement, Feature, Level, ProfileName, RequirementId } from "#contract";

/** One requirement that a run is held to. */
export interface AskedRequirement {
  readonly requirement: RequirementId;
  readonly level: Level;
  /** All of these must be offered, or it does not apply. */
  readonly features: readonly Feature[];
}

/** What a run is held to, in the order of its reports: what the profile asks for, then what extensions add. */
export function askedRequirements(
  profile: ProfileName,
  extensions: readonly ExtensionRequirement[] = [],
): readonly AskedRequirement[] {
  const levels = profiles[profile];
  return [
    ...requirementIds.flatMap((requirement): readonly AskedRequirement[] => {
      const level = levels[requirement];
      if (level === "not-asked") return [];
      return [{ requirement, level, features: inCatalogue(requirement)?.features ?? [] }];
    }),
    ...extensions.map(({ id, level, features = [] }) => ({ requirement: id, level, features })),
  ];
}
