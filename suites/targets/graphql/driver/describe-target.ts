import { isDeepStrictEqual } from "node:util";
import type { GraphQLSchema } from "graphql";
import type { Feature } from "#contract";
import { usualCredentials } from "../../port/credential-places.ts";
import type { CredentialPlaces } from "../../port/credential-places.ts";
import type { FeaturesByHand, TargetDescription, TrialKind } from "../../port/target.ts";
import type { Address } from "../../wire/http/address.ts";
import { bodyWordsOf } from "../dialect/body-words.ts";
import type { CredentialKeeper } from "../credentials/credential-keeper.ts";
import { headersOfCredential } from "../credentials/header-set.ts";
import { prerequisitesOf } from "../dialect/definitions.ts";
import { describeKind } from "./describe-kind.ts";
import type { Dialect } from "../dialect/dialect.ts";

export interface DescribedFrom {
  readonly address: Address;
  readonly dialect: Dialect;
  readonly keeper: Pick<CredentialKeeper, "book" | "unavailable">;
  readonly schema: GraphQLSchema;
}

export function describeTarget(from: DescribedFrom): TargetDescription {
  const { address, dialect, keeper, schema } = from;
  const runtimeKinds = dialect.definitions?.objects.map(({ serves }) => serves) ?? [];
  const describe = (isRuntime: boolean) => (kind: Dialect["kinds"][number]) =>
    describeKind(dialect, kind, { schema, isRuntime });
  const { unavailable } = keeper;
  return {
    endpoint: address.shown,
    protocol: "graphql",
    dialect: dialect.name,
    kinds: [...dialect.kinds.map(describe(false)), ...runtimeKinds.map(describe(true))],
    features: dialect.features,
    prerequisites: prerequisitesOf(dialect),
    ...describeTrials(from),
    ...(dialect.retainedEvents === undefined ? {} : { retainedEvents: dialect.retainedEvents }),
    ...(dialect.assignedName === undefined ? {} : { assignedName: dialect.assignedName }),
    ...(dialect.rateLimit === undefined ? {} : { rateLimit: dialect.rateLimit }),
    ...credentialsOf(dialect, keeper),
    semantics: dialect.semantics,
    ...(dialect.warnings === undefined ? { isWithoutWarnings: true } : {}),
    bodyWords: bodyWordsOf(dialect),
    identities: [...keeper.book.keys()],
    ...(Object.keys(unavailable).length === 0 ? {} : { unavailable }),
    ...rolesNotThere(dialect),
  };
}

function credentialsOf(
  { credentials }: Dialect,
  { book }: Pick<CredentialKeeper, "book">,
): Pick<TargetDescription, "credentials"> {
  const roles = [...book.keys()].flatMap((role) => {
    const headers = headersOfCredential(book.get(role) ?? "");
    return headers === undefined ? [] : [[role, Object.keys(headers)] as const];
  });
  if (roles.length > 0)
    return { credentials: { ...credentials, roles: Object.fromEntries(roles) } };
  return areUsual(credentials) ? {} : { credentials };
}

function areUsual({ http, socket, headers }: CredentialPlaces): boolean {
  return isDeepStrictEqual(
    { ...usualCredentials, http, ...(socket && { socket }), ...(headers && { headers }) },
    usualCredentials,
  );
}

function rolesNotThere({ identities }: Dialect): Pick<TargetDescription, "withoutRoles"> {
  const reasons = Object.entries(identities).flatMap(([role, source]) =>
    source?.kind === "notApplicable" ? [[role, source.reason] as const] : [],
  );
  return reasons.length === 0 ? {} : { withoutRoles: Object.fromEntries(reasons) };
}

/**
 * Returns the undeclared features, and the features that the user declared or withdrew. Omits an undeclared feature
 * that the user withdrew.
 */
export function describeFeatures(
  undeclared: readonly Feature[],
  byHand: FeaturesByHand | undefined,
): Pick<TargetDescription, "byHand" | "undeclared"> {
  const news = undeclared.filter((feature) => byHand?.withdrawn.includes(feature) !== true);
  return {
    ...(news.length === 0 ? {} : { undeclared: news }),
    ...(byHand === undefined ? {} : { byHand }),
  };
}

function describeTrials({ dialect, schema }: DescribedFrom): Pick<TargetDescription, "trialKinds"> {
  const { definitions } = dialect;
  if (definitions?.trials === undefined) return {};
  const trialKinds = definitions.trials.map((trial): TrialKind => ({
    key: { kind: definitions.kind.name, name: trial.name },
    definitions: trial.definitions,
    kind: describeKind(dialect, trial.serves, { schema, isRuntime: true }),
    defaulted: trial.defaulted,
  }));
  return { trialKinds };
}
