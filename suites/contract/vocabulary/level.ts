/** The level of a requirement, as defined by RFC 2119. */
export type Level = "MUST" | "SHOULD" | "MAY";

/**
 * The name of an endpoint profile, with its version. A change to a level requires a new version.
 *
 * - `graphql-status/v1`: a GraphQL API with typed kinds. Cross-writes are rejected, and every status write states the
 * version that it replaces. Requirements on optional capabilities apply to targets that have them.
 *
 * - `kubernetes/v1`: a Kubernetes API server, release 1.31 or newer, or a server that claims to be compatible. Spec
 * fields in a status write are dropped, and vice versa. A replacement must state a version, and a patch may. A
 * requirement that released servers are known to violate is a SHOULD: reports warn about violations, and
 * `docs/kubernetes.md` links the issue.
 */
export type EndpointProfileName = "graphql-status/v1" | "kubernetes/v1";

/**
 * The name of a profile, with its version. `controller/v1` is for clients that write a status. It covers what any
 * watcher can observe. Requirements that depend on the writer apply only if a driver or managed fields identify the
 * writer.
 */
export type ProfileName = EndpointProfileName | "controller/v1";

/** The level in each profile; profiles that are not listed do not contain the requirement. */
export type Levels = Readonly<Partial<Record<ProfileName, Level>>>;
