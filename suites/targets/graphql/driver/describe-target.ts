import type { GraphQLSchema } from "graphql";
import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "#contract";
import type { Feature, JsonValue } from "#contract";
import { usualCredentials } from "../../port/credential-places.ts";
import type { CredentialPlaces } from "../../port/credential-places.ts";
import type {
  BodyWords,
  FeaturesByHand,
  KindDescription,
  TargetDescription,
  TrialKind,
} from "../../port/target.ts";
import type { Address } from "../../wire/http/address.ts";
import type { CredentialKeeper } from "../credentials/credential-keeper.ts";
import { headersOfCredential } from "../credentials/header-set.ts";
import { prerequisitesOf } from "../dialect/definitions.ts";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import { placeholdersInside } from "../schema/composed-text.ts";
import { stepsOf } from "../schema/paths.ts";
import { describeKind } from "./describe-kind.ts";
import { unsampledFields } from "./unsampled-fields.ts";
import { serverFieldRemarks } from "./with-server-fields.ts";

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
  const kinds = dialect.kinds.map(describe(false));
  return {
    endpoint: address.shown,
    protocol: "graphql",
    dialect: dialect.name,
    kinds: [...kinds, ...runtimeKinds.map(describe(true))],
    features: dialect.features,
    prerequisites: prerequisitesOf(dialect),
    ...describeTrials(from),
    ...(dialect.retainedEvents === undefined ? {} : { retainedEvents: dialect.retainedEvents }),
    ...(dialect.assignedName === undefined ? {} : { assignedName: dialect.assignedName }),
    ...(dialect.rateLimit === undefined ? {} : { rateLimit: dialect.rateLimit }),
    ...credentialsOf(dialect, keeper),
    semantics: dialect.semantics,
    ...(dialect.guessedSemantics === undefined
      ? {}
      : { guessedSemantics: dialect.guessedSemantics }),
    ...(dialect.warnings === undefined ? { isWithoutWarnings: true } : {}),
    bodyWords: bodyWordsOf(dialect),
    identities: [...keeper.book.keys()],
    ...(Object.keys(unavailable).length === 0 ? {} : { unavailable }),
    ...rolesNotThere(dialect),
    ...remarksOn(dialect, kinds),
  };
}

function remarksOn(
  { kinds }: Dialect,
  described: readonly KindDescription[],
): Pick<TargetDescription, "remarks"> {
  const withoutStatus = kinds.flatMap(({ name, withoutStatus: reason, operations }) =>
    reason === undefined || operations.updateStatus.length > 0
      ? []
      : [`${name}: only spec writes are tested: ${reason}`],
  );
  const remarks = [
    ...withoutStatus,
    ...kinds.flatMap(serverFieldRemarks),
    ...described.flatMap(unsampledFields),
  ];
  return remarks.length === 0 ? {} : { remarks };
}

function credentialsOf(
  { credentials }: Dialect,
  { book }: Pick<CredentialKeeper, "book">,
): Pick<TargetDescription, "credentials"> {
  const roles = [...book.keys()].flatMap((role) => {
    const headers = headersOfCredential(book.get(role) ?? "");
    return headers === undefined ? [] : [[role, Object.keys(headers)] as const];
  });
  const bare = [...book.keys()].filter(
    (role) => role !== "anonymous" && book.get(role) === undefined,
  );
  const ofRoles = {
    ...(roles.length === 0 ? {} : { roles: Object.fromEntries(roles) }),
    ...(bare.length === 0 ? {} : { senders: Object.fromEntries(bare.map((role) => [role, {}])) }),
  };
  return Object.keys(ofRoles).length === 0 && areUsual(credentials)
    ? {}
    : { credentials: { ...credentials, ...ofRoles } };
}

function areUsual({ http, socket, headers, isInArguments }: CredentialPlaces): boolean {
  if (isInArguments === true) return false;
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

export function bodyWordsOf({ kinds }: Pick<Dialect, "kinds">): BodyWords {
  return {
    name: distinct([
      ...kinds.flatMap((kind) => sentAs(kind, "$name")),
      ...kinds.flatMap(({ paths }) => stepsOf(paths.name).slice(-1)),
    ]),
    version: distinct([
      ...kinds.flatMap((kind) => sentAs(kind, "$resourceVersion")),
      ...kinds.flatMap(({ paths }) => stepsOf(paths.resourceVersion).slice(-1)),
    ]),
    status: distinct(kinds.flatMap((kind) => sentAs(kind, "$status"))),
  };
}

/** Returns the names of the arguments and input fields, at any depth, whose value is the placeholder. */
function sentAs({ operations }: KindDialect, placeholder: string): readonly string[] {
  const { create, update, updateStatus, patchStatus, delete: deletions } = operations;
  const writes = [...create, ...update, ...updateStatus, ...patchStatus, ...deletions];
  return writes.flatMap((operation) => namesOf(operation.arguments, placeholder));
}

function namesOf(tree: JsonValue, placeholder: string): readonly string[] {
  if (!isJsonObject(tree)) return [];
  return Object.entries(tree).flatMap(([name, value]) =>
    isSentIn(value, placeholder) ? [name] : namesOf(value, placeholder),
  );
}

function isSentIn(value: JsonValue, placeholder: string): boolean {
  return (
    value === placeholder ||
    (typeof value === "string" && placeholdersInside(value).includes(placeholder))
  );
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
