/** How strongly something is required, in the words of RFC 2119. */
export type Level = "MUST" | "SHOULD" | "MAY";

/**
 * The name of a profile of endpoints, with its version. A change of level is a new version.
 *
 * - `graphql-status/v1`: a GraphQL API with typed kinds. Cross-writes are rejected, every status write names the
 *   version that it replaces. What depends on an optional capability is asked of targets that offer it.
 * - `kubernetes/v1`: an API server of Kubernetes, release 1.33 or newer, or one that claims to be like it. Fields
 *   of the other side are dropped, a replacement names a version and a patch may. What released servers are known
 *   to get wrong is a SHOULD: the reports warn of it and `docs/kubernetes.md` names the issue.
 */
export type EndpointProfileName = "graphql-status/v1" | "kubernetes/v1";

/**
 * The name of a profile, with its version. `controller/v1`: those who write a status, judged from what any watcher
 * can see. What depends on knowing who wrote is asked where a driver or the record of managers tells.
 */
export type ProfileName = EndpointProfileName | "controller/v1";

/** How strongly each profile asks for something; those that are not named do not ask for it. */
export type Levels = Readonly<Partial<Record<ProfileName, Level>>>;
