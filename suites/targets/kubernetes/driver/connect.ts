import { readStream } from "./read-stream.ts";
import { rejectsInitialEvents } from "../trials/find-unsupported.ts";
import { isJsonObject } from "#contract";
import type { Feature, IdentityName, Limits, Semantics } from "#contract";
import { usualCredentials } from "../../port/credential-places.ts";
import { TargetUnreachable } from "../../port/target.ts";
import type {
  FeaturesByHand,
  KindDescription,
  RelatedKind,
  Prerequisite,
  Target,
  TargetDescription,
} from "../../port/target.ts";
import type { TryOn } from "../named-kinds/name-kinds.ts";
import { KindRefused } from "../named-kinds/served-resource.ts";
import { administeredKinds, administeredRestKinds } from "../resources/administered-kinds.ts";
import { kubernetesSemantics, withDependent } from "../resources/kubernetes-features.ts";
import type { OwnKindPlaces } from "../resources/own-kinds.ts";
import { anonymousCaller, impersonatingCaller, tokenCaller } from "../resources/rest-request.ts";
import type { Caller } from "../resources/rest-request.ts";
import { transportTo } from "../resources/rest-transport.ts";
import type { RestTransport } from "../resources/rest-transport.ts";
import type { TlsMaterial } from "../resources/rest-transport.ts";
import { grantedRoles, impersonatedUser, rolePrerequisites } from "../resources/role-rules.ts";
import type { GrantedRole } from "../resources/role-rules.ts";
import { Settling } from "./administered-effects.ts";
import { mergeRemarks } from "../named-kinds/merge-remarks.ts";
import { askDiscovery } from "./ask-discovery.ts";
import { findKind } from "./find-kind.ts";
import { describeLimits, findCallerLimits } from "./caller-limits.ts";
import type { CallerLimits, CallerQuestion } from "./caller-limits.ts";
import { KubernetesTarget } from "./driver.ts";
import { anonymousTreatment, askingOf, greet, serverAddress } from "./first-contact.ts";
import type { FirstContact } from "./first-contact.ts";
import { broughtKinds, namedKinds } from "./tested-kinds.ts";
import type { NamedKinds, RunKinds } from "./tested-kinds.ts";
import { pathOf } from "../resources/rest-kind.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import {
  absentRoles,
  allFacilities,
  describeFacilities,
  excusesOf,
  excusesOfPlayed,
  findFacilities,
  playableRoles,
} from "./server-facilities.ts";
import type { PlayableRole, ServerFacilities } from "./server-facilities.ts";
import { TrialPlace } from "./trial-place.ts";

export interface KubernetesTargetOptions {
  readonly server: string;
  readonly tls: TlsMaterial;
  /** The forward proxy. None by default. */
  readonly proxy?: URL;
  /**
   * The credential of the administrator. It needs permission to define kinds, create namespaces, grant permissions and
   * impersonate.
   */
  readonly administrator: Caller;
  /** Tokens of roles. Roles without a token are impersonated. */
  readonly tokens: Readonly<Partial<Record<Exclude<IdentityName, "anonymous">, string>>>;
  /** Roles that are not used; none by default. */
  readonly withheld?: readonly IdentityName[];
  /** Existing kinds to test. Defaults to the suite's own kinds. */
  readonly kinds?: NamedKinds;
  /** Kinds that are watched and deleted, but not tested, as kubectl names them: `configmaps`. None by default. */
  readonly related?: readonly string[];
  /** Features declared or withdrawn for this run, overriding the defaults. */
  readonly features?: FeaturesByHand;
  /**
   * Called before the first write that tests values of named kinds, or whether the server limits callers. Its error
   * aborts the connection attempt. If absent, nothing is written, and values are based only on the schema.
   */
  readonly beforeTrials?: (endpoint: string) => Promise<void>;
  /**
   * Receives a sentence for everything that these probes wrote and that the server did not delete, even if the
   * connection fails. Defaults to a remark of the target.
   */
  readonly warn?: (sentence: string) => void;
  readonly limits: Limits;
  readonly userAgent: string;
  /** Lower-case letters and digits that are unique to the run. */
  readonly runtimeSuffix: string;
  readonly signal: AbortSignal;
}

/**
 * Connects to an API server. Resolves with the server as a target. Its description lists the namespaces, kinds and
 * permissions that the run will create and remove.
 *
 * @throws TargetUnreachable when the server cannot be reached, or rejects the administrator.
 */
export async function connectKubernetesTarget(options: KubernetesTargetOptions): Promise<Target> {
  const { limits, administrator } = options;
  const address = serverAddress(options.server);
  const transport = transportTo(address, options);
  try {
    const impersonates = playedRoles(options).some((role) => options.tokens[role] === undefined);
    const definesKinds = options.kinds === undefined;
    const contact = { ...options, transport, impersonates, definesKinds };
    const version = await greet(contact);
    const facilities = definesKinds ? allFacilities : await facilitiesOf(options, transport);
    const access: ServerAccess = { facilities, played: rolesPlayed(options, facilities) };
    const places = placesOf(options.runtimeSuffix);
    const kinds = await runKinds(options, places, { ...contact, ...access });
    const known = await knownCallers(options, contact, {
      ...probedPlaces(kinds, access, places),
      access,
    });
    const ofKinds = mergeRemarks(kinds.remarks, options.kinds?.names ?? []);
    const remarks = [...ofKinds, ...describeLimits(known.callerLimits)];
    const related = await relatedKinds(options, transport, kinds.served);
    const granted = facilities.grantsPermissions
      ? await grantsOf(options, transport, { kinds: [...kinds.served, ...related], places })
      : [];
    return new KubernetesTarget({
      description: {
        ...describe(options, { address, version, ...known, ...kinds, ...access }),
        kinds: withExcuses(kinds.described, known.callerLimits),
        ...(remarks.length === 0 ? {} : { remarks }),
        ...(kinds.expiredVersion === undefined ? {} : { expiredVersion: kinds.expiredVersion }),
        prerequisites: [...namespacesOf(places, facilities), ...kinds.definitions, ...granted],
        ...credentialsOf(options, known.callers),
        relatedKinds: related.map(describeRelated),
        trialKinds: kinds.trials,
        runSuffix: options.runtimeSuffix,
      },
      kinds: new Map(
        [...administeredRestKinds, ...related, ...kinds.served].map((kind) => [kind.name, kind]),
      ),
      callers: known.callers,
      administrator,
      transport,
      settling: new Settling({ transport, administrator, limitMs: limits.requestMs }),
      requestMs: limits.requestMs,
    });
  } catch (error) {
    await transport[Symbol.asyncDispose]();
    throw error;
  }
}

interface ServerAccess {
  readonly facilities: ServerFacilities;
  /** The roles that the administrator plays, because the server cannot grant permissions. */
  readonly played: readonly PlayableRole[];
}

async function facilitiesOf(
  { administrator: caller, limits, signal }: KubernetesTargetOptions,
  transport: RestTransport,
): Promise<ServerFacilities> {
  return await findFacilities(
    askDiscovery({ transport, caller, limitMs: limits.connectMs, signal }),
  );
}

function rolesPlayed(
  options: KubernetesTargetOptions,
  { grantsPermissions }: ServerFacilities,
): readonly PlayableRole[] {
  if (grantsPermissions) return [];
  const { tokens, withheld = [] } = options;
  return playableRoles.filter((role) => tokens[role] === undefined && !withheld.includes(role));
}

/** Resolves with the kinds that the run watches in addition to those that it tests. */
async function relatedKinds(
  { related = [], administrator: caller, limits, signal }: KubernetesTargetOptions,
  transport: RestTransport,
  served: readonly RestKind[],
): Promise<readonly RestKind[]> {
  const ask = askDiscovery({ transport, caller, limitMs: limits.connectMs, signal });
  const found = await Promise.all(related.map((name) => findKind(name, ask, "--owned")));
  const taken = [...administeredRestKinds, ...served];
  return found.filter((kind) => {
    const other = taken.find(({ name }) => name === kind.name);
    if (other === undefined) return true;
    if (other.plural === kind.plural && other.group === kind.group) return false;
    throw new KindRefused(`the run has another kind with the name ${kind.name}`, {
      fix: "Test kinds with the same name in separate runs.",
    });
  });
}

function describeRelated({ name, group, plural }: RestKind): RelatedKind {
  return { name, resource: { group, plural } };
}

async function grantsOf(
  options: KubernetesTargetOptions,
  transport: RestTransport,
  { kinds, places }: { readonly kinds: readonly RestKind[]; readonly places: OwnKindPlaces },
): Promise<readonly Prerequisite[]> {
  return rolePrerequisites({
    users: await usersOf(transport, options),
    kinds,
    usualNamespace: places.namespaces[0] ?? "default",
    suffix: options.runtimeSuffix,
  });
}

interface KnownCallers {
  readonly callers: ReadonlyMap<IdentityName, Caller>;
  readonly anonymous: NonNullable<Semantics["anonymous"]>;
  readonly callerLimits: CallerLimits;
}

async function knownCallers(
  options: KubernetesTargetOptions,
  contact: FirstContact,
  { access, ...places }: ProbedPlaces & { readonly access: ServerAccess },
): Promise<KnownCallers> {
  const { administrator, beforeTrials, limits, server, signal } = options;
  const callers = callersOf(options, access);
  const bounds = { limitMs: limits.connectMs, signal };
  const deletion =
    beforeTrials === undefined
      ? {}
      : { neverCreated: places.neverCreated, beforeDeletion: () => beforeTrials(server) };
  const [anonymous, callerLimits] = await Promise.all([
    anonymousTreatment({ ...contact, ...deletion, path: places.collection }),
    findCallerLimits({
      administrator,
      callers,
      ...places,
      send: (request, caller) => contact.transport.send(request, caller, bounds),
      ...(beforeTrials === undefined ? {} : { beforeDeletion: () => beforeTrials(server) }),
    }),
  ]);
  return { callers, anonymous, callerLimits };
}

function withExcuses(
  kinds: readonly KindDescription[],
  { unlimited }: CallerLimits,
): readonly KindDescription[] {
  if (unlimited === undefined) return kinds;
  const excuses = excusesOf(playableRoles, unlimited);
  return kinds.map((kind) => ({ ...kind, excuses: { ...kind.excuses, ...excuses } }));
}

type ProbedPlaces = Pick<CallerQuestion, "collection" | "neverCreated" | "resource">;

/** Returns the paths and the kind with which to find out how the server limits callers. */
function probedPlaces(kinds: RunKinds, access: ServerAccess, places: OwnKindPlaces): ProbedPlaces {
  const [kind] = kinds.served;
  const collection = protectedPath(kinds, access);
  const name = `never-created-${places.suffix}`;
  const [namespace] = places.namespaces;
  const place = kind?.scope === "namespaced" && namespace !== undefined ? { namespace } : {};
  return {
    collection,
    neverCreated: kind === undefined ? `${collection}/${name}` : pathOf(kind, { ...place, name }),
    resource: { group: kind?.group ?? "", plural: kind?.plural ?? "namespaces" },
  };
}

/** Returns the path of a collection that requires a credential. */
function protectedPath({ served }: RunKinds, { facilities }: ServerAccess): string {
  const [kind] = served;
  return facilities.hasNamespaces || kind === undefined ? "/api/v1/namespaces" : pathOf(kind, {});
}

/** The definitions of the kinds that the run brings. */
const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

async function runKinds(
  options: KubernetesTargetOptions,
  places: OwnKindPlaces,
  contact: FirstContact & ServerAccess,
): Promise<RunKinds & { readonly remarks: readonly string[] }> {
  const { kinds, administrator: caller, limits, signal, beforeTrials } = options;
  const withdrawn = options.features?.withdrawn ?? [];
  const { transport, facilities, played } = contact;
  if (kinds === undefined) {
    const lacks = await rejectsInitialEvents({
      stream: (request) => readStream(request, { transport, caller, signal }),
      collectionPath: definitionsPath,
    });
    const lacked = lacks ? (["watch.initialEvents"] as const) : [];
    const brought = broughtKinds(places, [...withdrawn, ...lacked]);
    const features = brought.features.filter((feature) => !lacked.some((one) => one === feature));
    return { ...brought, features, remarks: [] };
  }
  const remarks = [...describeFacilities(facilities, played)];
  const remark = (sentence: string): void => void remarks.push(sentence);
  const discover = askDiscovery({ transport, caller, limitMs: limits.connectMs, signal });
  const excuses = excusesOfPlayed(played);
  const asking = { ask: askingOf(contact), discover, remark, withdrawn, excuses };
  if (beforeTrials === undefined) return { ...(await namedKinds(kinds, places, asking)), remarks };
  await using trials = new TrialPlace({
    transport,
    administrator: caller,
    suffix: options.runtimeSuffix,
    limits,
    signal,
    remark,
    warn: options.warn ?? remark,
    hasNamespaces: facilities.hasNamespaces,
    before: () => beforeTrials(options.server),
  });
  const tryOn: TryOn = (kind, work) => trials.tryOn(kind, work);
  return { ...(await namedKinds(kinds, places, { ...asking, tryOn })), remarks };
}

function placesOf(suffix: string): OwnKindPlaces {
  const namespaces = ["usual", "other"].map((name) => `status-conformance-${suffix}-${name}`);
  return { namespaces, suffix };
}

function namespacesOf(
  { namespaces }: OwnKindPlaces,
  { hasNamespaces }: ServerFacilities,
): readonly Prerequisite[] {
  return hasNamespaces ? namespaces.map(namespacePrerequisite) : [];
}

function namespacePrerequisite(name: string): Prerequisite {
  return { key: { kind: administeredKinds.namespace, name }, spec: {} };
}

function playedRoles({ withheld = [] }: KubernetesTargetOptions): readonly PlayedRole[] {
  return rolesOfRun.filter((role) => !withheld.includes(role));
}

const rolesOfRun: readonly PlayedRole[] = [...grantedRoles, "stranger"];

/** Returns the roles that need a grant, on a server that cannot grant permissions. */
function rolesWithoutGrant(
  { tokens }: KubernetesTargetOptions,
  { facilities, played }: ServerAccess,
): readonly PlayedRole[] {
  if (facilities.grantsPermissions) return [];
  const names: readonly string[] = played;
  return rolesOfRun.filter((role) => tokens[role] === undefined && !names.includes(role));
}

/**
 * Describes the requests of roles without a token: they contain the administrator's credential, which may be a client
 * certificate or missing, and the user that the administrator impersonates.
 */
function credentialsOf(
  { tokens }: KubernetesTargetOptions,
  callers: ReadonlyMap<IdentityName, Caller>,
): Pick<TargetDescription, "credentials"> {
  const others = [...callers].filter(
    ([role]) => role !== "anonymous" && role !== "invalid" && tokens[role] === undefined,
  );
  const senders = others.map(([role, { headers, withCertificate }]) => {
    const { authorization } = headers;
    // Other headers may be secret.
    const named = Object.entries(headers).filter(([name]) => name.startsWith("impersonate-"));
    return [
      role,
      {
        ...(authorization === undefined ? {} : { credentialOf: "administrator" }),
        ...(withCertificate ? { certificateOf: "administrator" } : {}),
        ...(named.length === 0 ? {} : { headers: Object.fromEntries(named) }),
      },
    ] as const;
  });
  return senders.length === 0
    ? {}
    : { credentials: { ...usualCredentials, senders: Object.fromEntries(senders) } };
}

type PlayedRole = GrantedRole | "stranger";

function callersOf(
  options: KubernetesTargetOptions,
  access: ServerAccess,
): ReadonlyMap<IdentityName, Caller> {
  const { administrator, tokens } = options;
  const callers = new Map<IdentityName, Caller>([
    ["anonymous", anonymousCaller],
    ["invalid", tokenCaller(tokens.invalid ?? "never-issued-by-any-server")],
  ]);
  const absent = rolesWithoutGrant(options, access);
  for (const role of playedRoles(options).filter((one) => !absent.includes(one))) {
    const token = tokens[role];
    const caller =
      token === undefined
        ? access.facilities.grantsPermissions
          ? impersonatingCaller(administrator, impersonatedUser(role))
          : administrator
        : tokenCaller(token);
    callers.set(role, caller);
  }
  if (tokens.expired !== undefined) callers.set("expired", tokenCaller(tokens.expired));
  return callers;
}

/**
 * Returns the user name of each role: from a SelfSubjectReview if the role has its own token, otherwise the
 * impersonated user.
 */
async function usersOf(
  transport: RestTransport,
  options: KubernetesTargetOptions,
): Promise<Readonly<Partial<Record<GrantedRole, string>>>> {
  const names = await Promise.all(
    playedRoles(options)
      .filter((role) => role !== "stranger")
      .map(async (role) => [role, await userOf(transport, role, options)] as const),
  );
  return Object.fromEntries(names);
}

async function userOf(
  transport: RestTransport,
  role: GrantedRole,
  { tokens, limits, signal }: KubernetesTargetOptions,
): Promise<string> {
  const token = tokens[role];
  if (token === undefined) return impersonatedUser(role);
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const result = await transport.send(
    {
      method: "POST",
      path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
      query: {},
      contentType: "application/json",
      body: review,
    },
    tokenCaller(token),
    { limitMs: limits.connectMs, signal },
  );
  const body = result.kind === "reply" ? result.data.value : {};
  const status = isJsonObject(body) ? body["status"] : undefined;
  const user = isJsonObject(status) ? status["userInfo"] : undefined;
  const name = isJsonObject(user) ? user["username"] : undefined;
  if (typeof name === "string") return name;
  throw new TargetUnreachable(`the API server does not accept the token of ${role}`, {
    fix: "Pass a valid token, or no token, so that the administrator impersonates the role.",
  });
}

function describe(
  options: KubernetesTargetOptions,
  {
    address,
    version,
    anonymous,
    callerLimits,
    features,
    served,
    ...access
  }: Pick<RunKinds, "features" | "served"> &
    Pick<KnownCallers, "anonymous" | "callerLimits"> &
    ServerAccess & { readonly address: URL; readonly version: string },
): Omit<TargetDescription, "kinds" | "prerequisites"> {
  const { tokens, withheld: unwanted = [] } = options;
  const absent = rolesWithoutGrant(options, access);
  const { unlimited, untested } = callerLimits;
  const isUntested = (identity: IdentityName): boolean => untested[identity] !== undefined;
  const withheld: ReadonlySet<IdentityName> = new Set([...unwanted, ...absent]);
  const known: readonly IdentityName[] = [...playedRoles(options), "anonymous", "invalid"];
  const noExpired = { expired: "no expired token was given" };
  return {
    endpoint: `${address.protocol}//${address.host}${address.pathname}`,
    protocol: "kubernetes",
    dialect: `kubernetes ${version}`,
    ...offersOf(features, options),
    semantics: {
      ...kubernetesSemantics,
      anonymous,
      // Histories contain all kinds.
      ...(served.some(({ hasOpaqueVersions }) => hasOpaqueVersions === true)
        ? { versionOrder: "opaque" }
        : {}),
    },
    ...unlimitedOf(unlimited === undefined ? access.played : playableRoles),
    identities: [
      ...known.filter((identity) => !withheld.has(identity)),
      ...(tokens.expired === undefined ? [] : (["expired"] as const)),
    ].filter((identity) => !isUntested(identity)),
    ...(Object.keys(untested).length === 0 ? {} : { untestedRoles: untested }),
    ...(tokens.expired === undefined ? { unavailable: noExpired } : {}),
    ...(absent.length === 0 ? {} : { withoutRoles: absentRoles(absent) }),
  };
}

function unlimitedOf(roles: readonly PlayableRole[]): Pick<TargetDescription, "unlimited"> {
  return roles.length === 0 ? {} : { unlimited: roles };
}

function offersOf(
  offered: readonly Feature[],
  { features: byHand }: KubernetesTargetOptions,
): Pick<TargetDescription, "byHand" | "features"> {
  if (byHand === undefined) return { features: offered };
  const { declared, withdrawn } = byHand;
  const features: readonly Feature[] = [...new Set([...offered, ...declared])];
  const missing = withDependent(withdrawn);
  return { features: features.filter((feature) => !missing.includes(feature)), byHand };
}
