import type { IdentityName, Limits } from "#contract";
import type { FeaturesByHand, Target } from "#targets";
import { canonicalDialect, connectGraphqlTarget } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import { newRuntimeSuffix } from "./chance.ts";
import type { IdentityWish, KnownIdentity } from "./identities.ts";
import { readSuite, userAgentOf } from "./version.ts";

/** What is known about an endpoint before the first contact. */
export interface ConnectOptions {
  readonly endpoint: string;
  /** By default the same place as the endpoint. */
  readonly webSocketEndpoint?: string;
  readonly identities?: readonly IdentityWish[];
  /** Declared or withdrawn for this run, whatever the dialect says. */
  readonly features?: FeaturesByHand;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/** Makes the first contact with a GraphQL endpoint that speaks the canonical dialect. Throws as the driver does. */
export async function connect(options: ConnectOptions): Promise<Target> {
  const { endpoint, webSocketEndpoint, identities = [], features, limits, signal } = options;
  return connectGraphqlTarget({
    endpoint,
    ...(webSocketEndpoint === undefined ? {} : { webSocketEndpoint }),
    dialect: withoutIdentities(canonicalDialect, identities),
    credentials: credentialsOf(identities),
    runtimeSuffix: newRuntimeSuffix(),
    ...(features === undefined ? {} : { features }),
    limits,
    userAgent: userAgentOf(readSuite()),
    signal,
  });
}

function credentialsOf(wishes: readonly IdentityWish[]): Partial<Record<KnownIdentity, string>> {
  const credentials: Partial<Record<KnownIdentity, string>> = {};
  for (const wish of wishes) {
    if (wish.from !== "none") credentials[wish.identity] = wish.credential;
  }
  return credentials;
}

/** The dialect without the roles that the user says are not to be had. */
function withoutIdentities(dialect: Dialect, wishes: readonly IdentityWish[]): Dialect {
  const missing = new Set<IdentityName>(
    wishes.filter((wish) => wish.from === "none").map(({ identity }) => identity),
  );
  const identities: Partial<
    Record<IdentityName, NonNullable<Dialect["identities"][IdentityName]>>
  > = {
    ...dialect.identities,
  };
  for (const identity of missing) delete identities[identity];
  return { ...dialect, identities };
}
