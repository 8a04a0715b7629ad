import { entriesUpTo, newestRevision, profileRevisions } from "../catalogue/requirement.ts";
import type { ProfileRevision } from "../catalogue/requirement.ts";
import type { Level, ProfileName } from "../vocabulary/level.ts";
import { isRequirementId, requirementIds, requirements } from "./index.ts";
import type { CatalogueRequirementId, RequirementId } from "./index.ts";

/** The level of each requirement in one version of a profile; `not-asked` if the profile does not contain it. */
export type Profile = Readonly<Record<CatalogueRequirementId, Level | "not-asked">>;

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  "graphql-status/v1": profileNamed("graphql-status/v1"),
  "kubernetes/v1": profileNamed("kubernetes/v1"),
  "controller/v1": profileNamed("controller/v1"),
};

export interface ProfileEntry {
  readonly requirement: CatalogueRequirementId;
  readonly level: Level | "not-asked";
  readonly statement: string;
  readonly since?: ProfileRevision;
}

/** Returns the requirements of a revision with their levels in the profile, in catalogue order. */
export function profileEntries(
  profile: ProfileName,
  revision: ProfileRevision = newestRevision,
): readonly ProfileEntry[] {
  const entries = requirementIds.map((requirement): ProfileEntry => {
    const { statement, since } = requirements[requirement];
    const level = profiles[profile][requirement];
    return { requirement, level, statement, ...(since === undefined ? {} : { since }) };
  });
  return entriesUpTo(revision, entries, profileRevisions);
}

/** Returns the name of a profile with its revision, if it has one, in the format of `--profile`. */
export function profileLabel(profile: ProfileName, revision: string | undefined): string {
  return revision === undefined ? profile : `${profile}@${revision}`;
}

/** Returns the level of a requirement in a profile; `not-asked` for extensions. */
export function levelIn(profile: ProfileName, id: RequirementId): Level | "not-asked" {
  return isRequirementId(id) ? profiles[profile][id] : "not-asked";
}

function profileNamed(name: ProfileName): Profile {
  const all = Object.fromEntries(
    requirementIds.map((id): [string, Level | "not-asked"] => [
      id,
      requirements[id].levels[name] ?? "not-asked",
    ]),
  );
  if (!isProfile(all)) throw new Error("a profile lacks a requirement");
  return all;
}

function isProfile(levels: Readonly<Record<string, Level | "not-asked">>): levels is Profile {
  return requirementIds.every((id) => Object.hasOwn(levels, id));
}
