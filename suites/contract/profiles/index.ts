import type { Level } from "../requirement.ts";
import type { RequirementId } from "../requirements/index.ts";
import { graphqlStatusV1 } from "./graphql-status-v1.ts";
import { kubernetesV1 } from "./kubernetes-v1.ts";

/** The level of every requirement in one versioned set; `not-asked` where the set does not contain it. */
export type Profile = Readonly<Record<RequirementId, Level | "not-asked">>;

/** The name of a profile, with its version. */
export type ProfileName = "graphql-status/v1" | "kubernetes/v1";

/** All profiles by name. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  "graphql-status/v1": graphqlStatusV1,
  "kubernetes/v1": kubernetesV1,
};
