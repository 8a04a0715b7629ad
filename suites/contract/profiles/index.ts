import type { Level } from "../vocabulary/level.ts";
import { isRequirementId, requirementIds } from "../requirements/index.ts";
import type { CatalogueRequirementId, RequirementId } from "../requirements/index.ts";
import { controllerV1 } from "./controller-v1.ts";
import { graphqlStatusV1 } from "./graphql-status-v1.ts";
import { kubernetesV1 } from "./kubernetes-v1.ts";

/** The level of every requirement in one versioned set; `not-asked` where the set does not contain it. */
export type Profile = Readonly<Record<CatalogueRequirementId, Level | "not-asked">>;

/** The name of a profile of endpoints, with its version. */
export type EndpointProfileName = "graphql-status/v1" | "kubernetes/v1";

/** The name of a profile, with its version. */
export type ProfileName = EndpointProfileName | "controller/v1";

/** All profiles by name. Those of endpoints ask nothing of controllers, and the other way round. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  "graphql-status/v1": completed(graphqlStatusV1),
  "kubernetes/v1": completed(kubernetesV1),
  "controller/v1": completed(controllerV1),
};

/** How strongly a profile asks for a requirement; of extensions no profile knows. */
export function levelIn(profile: ProfileName, id: RequirementId): Level | "not-asked" {
  return isRequirementId(id) ? profiles[profile][id] : "not-asked";
}

/** A set of levels for one side of the wall, with `not-asked` for everything about the other side. */
function completed(levels: Partial<Profile>): Profile {
  const all = Object.fromEntries(requirementIds.map((id) => [id, levels[id] ?? "not-asked"]));
  if (!isProfile(all)) throw new Error("a profile lacks a requirement");
  return all;
}

function isProfile(levels: Readonly<Record<string, Level | "not-asked">>): levels is Profile {
  return requirementIds.every((id) => Object.hasOwn(levels, id));
}
