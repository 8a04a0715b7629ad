import type { GraphQLSchema } from "graphql";
import type { IdentityName, Limits } from "#contract";
import type { FeaturesByHand, Target, TargetDescription } from "../../port/target.ts";
import type { Secrets } from "../../port/secrets.ts";
import { TargetUnreachable } from "../../port/target.ts";
import { CredentialKeeper } from "../credentials/credential-keeper.ts";
import { contractSchemaOf } from "../schema/contract-schema.ts";
import { constantHeaders } from "../credentials/constant-headers.ts";
import type { ConstantHeader } from "../credentials/constant-headers.ts";
import { httpHeaders, socketPresentation, withCredentials } from "../credentials/credentials.ts";
import type { CredentialOverrides } from "../credentials/credentials.ts";
import { foreignPlacesIn } from "../requests/foreign-places.ts";
import { forRun } from "../dialect/definitions.ts";
import { featureProblems, withFeatures } from "../dialect/described-features.ts";
import { DialectMismatch, problemAt } from "../dialect/dialect-mismatch.ts";
import type { DialectPath, DialectProblem } from "../dialect/dialect-mismatch.ts";
import { showUrl } from "../../wire/http/address.ts";
import { describeFeatures, describeTarget } from "./describe-target.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { prepareDialect } from "../requests/prepared-dialect.ts";
import type { PreparedDialect } from "../requests/prepared-dialect.ts";
import { GraphqlTarget } from "./driver.ts";
import { eventStreamsAt } from "./event-streams-at.ts";
import { socketProtocolOf } from "./socket-protocol-of.ts";
import { KnownObjects } from "./known-objects.ts";
import { HookedFixtures } from "../hooks/hooked-fixtures.ts";
import { readSchema } from "../schema/introspection.ts";
import type { IntrospectionOptions } from "../schema/introspection.ts";
import { readSchemaCopy } from "../schema/schema-copy.ts";
import { mergedSchema } from "../schema/merged-schema.ts";
import { misfitsIn } from "../schema/misfits.ts";
import { matcherProblems } from "../dialect/reply-problems.ts";
import { undeclaredFeatures } from "./undeclared-features.ts";
import { SocketTransport } from "../../wire/streams/socket-transport.ts";
import type { InferredLimits } from "../../wire/limits/inferred-limits.ts";
import { Pace } from "../../wire/limits/rate-limiter.ts";
import type { PaceClock } from "../../wire/limits/rate-limiter.ts";
import { RequestRate } from "../../wire/limits/request-rate.ts";
import type { RootTypes } from "../requests/root-field-form.ts";
import { placesOf } from "../requests/endpoint-addresses.ts";
import type { Places } from "../requests/endpoint-addresses.ts";
import { overSocket } from "../streams/socket-introspection.ts";
import type { DriverEnvironment } from "../../wire/http/driver-environment.ts";
import { dialingOf } from "../../wire/http/forward-proxy.ts";
import type { Dialing } from "../../wire/http/forward-proxy.ts";
import { HttpTransport } from "../../wire/http/http-transport.ts";
import { Wire } from "./wire.ts";
import { withNumerals } from "./with-numerals.ts";
import { withServerFields } from "./with-server-fields.ts";

export interface GraphqlTargetOptions extends Dialing {
  /**
   * `http://` or `https://`. A user name and password in the URL are ignored, because credentials belong to identities.
   */
  readonly endpoint: string;
  /** `ws://` or `wss://`. Defaults to the endpoint, with the dialect's path for watches, if any. */
  readonly webSocketEndpoint?: string;
  readonly dialect: Dialect;
  readonly locate?: (path: DialectPath) => string | undefined;
  readonly credentials?: CredentialOverrides;
  /** The environment for external credentials and hooks. None by default. */
  readonly driverEnvironment?: DriverEnvironment;
  readonly secrets?: Secrets;
  /** Maximum requests per second. Defaults to the dialect's limit or, without one, to no limit. */
  readonly requestsPerSecond?: number;
  readonly limits: Limits;
  /** The User-Agent: `status-conformance/0.1.0 …`. Every second HTTP request sends a neutral one instead. */
  readonly userAgent: string;
  /** Suffix of the run's kinds; none by default. */
  readonly runtimeSuffix?: string;
  /** Features declared or withdrawn for this run, overriding the dialect; none by default. */
  readonly features?: FeaturesByHand;
  /** The clock for pauses that the endpoint requests. Defaults to real time. */
  readonly clock?: PaceClock;
  /** Whether rate-limit errors are returned. By default, the request is retried after a pause. */
  readonly returnsRateLimits?: boolean;
  /** Maximum number of watches per connection; 200 by default. */
  readonly streamsPerConnection?: number;
  /**
   * Whether watches observe other clients, so that the number of events is unlimited. By default, a watch is closed
   * after more events than the run can have caused.
   */
  readonly isObserved?: boolean;
  /** The schema, if known. Introspected by default. */
  readonly schema?: GraphQLSchema;
  /** The objects that earlier connections have observed; this connection adds to them. None by default. */
  readonly known?: KnownObjects;
  /** The inferred rate limits of earlier connections; this connection adds to them. None by default. */
  readonly inferredLimits?: InferredLimits;
  readonly signal: AbortSignal;
}

const defaultStreamsPerConnection = 200;

/**
 * Connects to a GraphQL endpoint: reads its schema and compares it with the dialect. Resolves with the endpoint as a
 * target.
 *
 * @throws TargetUnreachable when the endpoint cannot be reached or its schema cannot be read.
 * @throws DialectMismatch with every problem when the dialect does not match the schema.
 */
export async function connectGraphqlTarget(options: GraphqlTargetOptions): Promise<Target> {
  const wished = withCredentials(
    withFeatures(options.dialect, options.features),
    options.credentials ?? {},
  );
  const { runtimeSuffix = "" } = options;
  const declared = forRun(wished, runtimeSuffix);
  const places = placesOf(options, declared);
  const { http, socket } = transportsAt(places, options);
  try {
    const constants = constantsOf(declared, options);
    const keeper = await keeperOf(declared, { options, http, socket, constants });
    const copies = new Set<string>();
    const contact = { options, places, keeper, http, socket, constants, copies };
    const schema = options.schema ?? (await introspect(contact));
    const prepared = checkedDialect(schema, declared, options.locate);
    const dialect = withServerFields(schema, withNumerals(schema, declared));
    const described = describeTarget({ address: places.http, dialect, keeper, schema });
    const description = {
      ...described,
      ...remarksWith(described, copies),
      ...pacing(rateOf(dialect, options)),
      schema: contractSchemaOf(schema, prepared.documents),
      ...(runtimeSuffix === "" ? {} : { runSuffix: runtimeSuffix }),
      ...describeFeatures(undeclaredFeatures(wished, schema), options.features),
      ...otherAddressesOf(places, dialect),
    };
    const known = options.known ?? new KnownObjects();
    return new GraphqlTarget({
      description,
      known,
      planner: {
        isNumber: (kind, token) => known.isNumber(kind, token),
        nowMs: () => http.serverTimeAt((options.driverEnvironment?.nowMs ?? Date.now)()),
        dialect,
        prepared,
        credentials: keeper.book,
        foreignPlaces: foreignPlacesIn(schema, dialect),
      },
      wire: wireOf(dialect, schema, contact),
      keeper,
      ...hookedOf(dialect, options),
      isObserved: options.isObserved ?? false,
    });
  } catch (error) {
    await Promise.all([http[Symbol.asyncDispose](), socket[Symbol.asyncDispose]()]);
    throw error;
  }
}

/**
 * Reads the schema of an endpoint without a known dialect. The dialect in the options provides only addresses and
 * credentials.
 *
 * @throws TargetUnreachable when the endpoint cannot be reached or its schema cannot be read.
 */
export async function readEndpointSchema(options: GraphqlTargetOptions): Promise<GraphQLSchema> {
  const dialect = withCredentials(options.dialect, options.credentials ?? {});
  const places = placesOf(options, dialect);
  const transports = transportsAt(places, options);
  await using http = transports.http;
  await using socket = transports.socket;
  const constants = constantsOf(dialect, options);
  const keeper = await keeperOf(dialect, { options, http, socket, constants });
  const copies = new Set<string>();
  const contact = { options, places, keeper, http, socket, constants, copies };
  return await introspect(contact, { isDescribed: true });
}

function otherAddressesOf(
  { http, socket }: Places,
  { kinds }: Dialect,
): Pick<TargetDescription, "otherAddresses"> {
  const hooks = kinds.flatMap(({ fixtures = {} }) =>
    [fixtures.create, fixtures.updateSpec, fixtures.delete].flatMap((hook) =>
      hook?.kind === "http" ? [new URL(hook.url)] : [],
    ),
  );
  const others = [socket.url, ...hooks].filter(({ host }) => host !== http.url.host);
  return others.length === 0 ? {} : { otherAddresses: others.map(showUrl) };
}

/** Returns the constant headers of a dialect. Their secrets are redacted like credentials. */
function constantsOf(
  { credentials }: Dialect,
  { driverEnvironment, secrets }: GraphqlTargetOptions,
): readonly ConstantHeader[] {
  return constantHeaders(credentials, driverEnvironment?.environment ?? {}, secrets);
}

interface Transports {
  readonly http: HttpTransport;
  readonly socket: SocketTransport;
}

function transportsAt(places: Places, options: GraphqlTargetOptions): Transports {
  const { limits, userAgent } = options;
  const dialing = dialingOf(options);
  const protocol = socketProtocolOf(options.dialect);
  return {
    http: new HttpTransport({ address: places.http, userAgent, ...dialing }),
    socket: new SocketTransport({
      address: places.socket,
      userAgent,
      openMs: limits.watchOpenMs,
      streamsPerConnection: options.streamsPerConnection ?? defaultStreamsPerConnection,
      ...(protocol === undefined ? {} : { protocol }),
      ...dialing,
    }),
  };
}

async function keeperOf(
  dialect: Dialect,
  { options, http, socket, constants }: KeptOver,
): Promise<CredentialKeeper> {
  const { limits, secrets, signal } = options;
  const driverEnvironment = withServerTime(options.driverEnvironment, http);
  await learnServerTime(dialect, { options, http });
  const place =
    dialect.endpoint?.queries?.protocol === "socket" ? dialect.credentials.socket : undefined;
  const caller = place && {
    identity: "anonymous" as const,
    presentation: socketPresentation(place, undefined, constants),
  };
  const means = {
    ...(driverEnvironment === undefined ? {} : { driverEnvironment }),
    transport: caller === undefined ? http : overSocket(socket, caller),
    headers: Object.fromEntries(constants.map(({ name, value }) => [name.toLowerCase(), value])),
    limitMs: limits.connectMs,
    ...(secrets === undefined ? {} : { secrets }),
  };
  return CredentialKeeper.fetch(dialect, means, signal);
}

/** Tokens are issued, and expire, by the clock of the endpoint. */
function withServerTime(
  environment: GraphqlTargetOptions["driverEnvironment"],
  http: HttpTransport,
): GraphqlTargetOptions["driverEnvironment"] {
  return environment && { ...environment, nowMs: () => http.serverTimeAt(environment.nowMs()) };
}

/** Sends a request without a credential, so that the response shows the endpoint's time before a token is issued. */
async function learnServerTime(
  { identities }: Dialect,
  { options, http }: Pick<KeptOver, "http" | "options">,
): Promise<void> {
  if (Object.values(identities).every((source) => source.kind !== "jwt")) return;
  const probe = { document: "{ __typename }", variables: {}, headers: {} };
  await http.send(probe, options.limits.connectMs, options.signal);
}

function rateOf(dialect: Dialect, options: GraphqlTargetOptions): number | undefined {
  return options.requestsPerSecond ?? dialect.endpoint?.requestsPerSecond;
}

function pacing(rate: number | undefined): Pick<TargetDescription, "requestsPerSecond"> {
  return rate === undefined ? {} : { requestsPerSecond: rate };
}

function wireOf(
  dialect: Dialect,
  schema: GraphQLSchema,
  { options, places, keeper, http, socket, constants }: FirstContact,
): Wire {
  const eventStream = eventStreamsAt(places.eventStream, dialect, options);
  return new Wire({
    dialect,
    constants,
    http,
    socket,
    ...(eventStream === undefined ? {} : { eventStream }),
    shown: {
      http: places.http.shown,
      socket: places.socket.shown,
      eventStream: places.eventStream?.shown ?? places.http.shown,
    },
    secrets: keeper.secrets,
    misfits: misfitsIn(schema),
    rootTypes: rootTypesOf(schema),
    rate: new RequestRate(new Pace(rateOf(dialect, options), options.clock)),
    requestMs: options.limits.requestMs,
    ...(options.inferredLimits === undefined ? {} : { inferredLimits: options.inferredLimits }),
    returnsRateLimits: options.returnsRateLimits === true,
  });
}

function rootTypesOf(schema: GraphQLSchema): RootTypes {
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  return {
    ...(query ? { query: query.name } : {}),
    ...(mutation ? { mutation: mutation.name } : {}),
  };
}

/** Without an environment, hooks cannot be called, and only the API is used. */
function hookedOf(
  dialect: Dialect,
  { driverEnvironment, limits, ...dialing }: GraphqlTargetOptions,
): { readonly hooked?: HookedFixtures } {
  if (driverEnvironment === undefined) return {};
  const parts = { dialect, driverEnvironment, limits, ...dialingOf(dialing) };
  return { hooked: new HookedFixtures(parts) };
}

interface KeptOver extends Transports {
  readonly options: GraphqlTargetOptions;
  readonly constants: readonly ConstantHeader[];
}

interface FirstContact extends KeptOver {
  readonly places: Places;
  readonly keeper: CredentialKeeper;
  /** The paths of the copies that were read because the endpoint rejected introspection. */
  readonly copies: Set<string>;
}

/**
 * Reads the schema as the first role that has a credential, and as the controller, because some endpoints show a role
 * only what it may use.
 */
async function introspect(
  contact: FirstContact,
  detail: Pick<IntrospectionOptions, "isDescribed"> = {},
): Promise<GraphQLSchema> {
  const { book } = contact.keeper;
  const identity: IdentityName = askingRoles.find((role) => book.has(role)) ?? "anonymous";
  const schema = await schemaFor(identity, contact, detail);
  const isOther =
    identity === "author" &&
    book.has("controller") &&
    book.get("controller") !== book.get("author");
  if (!isOther) return schema;
  const other = await schemaFor("controller", contact, detail).catch((error: unknown) => {
    if (error instanceof TargetUnreachable) return undefined;
    throw error;
  });
  return other === undefined ? schema : mergedSchema(schema, other);
}

async function schemaFor(
  identity: IdentityName,
  contact: FirstContact,
  detail: Pick<IntrospectionOptions, "isDescribed">,
): Promise<GraphQLSchema> {
  const { options, places, keeper, constants } = contact;
  const { endpoint, credentials: credentialPlaces } = options.dialect;
  const missing = missingCredential(keeper);
  const credential = keeper.book.get(identity);
  const place = endpoint?.queries?.protocol === "socket" ? credentialPlaces.socket : undefined;
  const caller = place && {
    identity,
    presentation: socketPresentation(place, credential, constants),
  };
  return readSchema(
    {
      transport: caller === undefined ? contact.http : overSocket(contact.socket, caller),
      shown: caller === undefined ? places.http.shown : places.socket.shown,
      identity,
      ...(missing === undefined ? {} : { missing }),
      ...proxyOf(places, options),
      headers: httpHeaders(credentialPlaces, credential, constants),
      secrets: keeper.secrets,
      limitMs: options.limits.connectMs,
      ...copyOf(contact),
      ...detail,
    },
    options.signal,
  );
}

function proxyOf(
  { http }: Places,
  { proxyFor }: GraphqlTargetOptions,
): Pick<IntrospectionOptions, "proxy"> {
  const proxy = proxyFor?.(http.url);
  return proxy === undefined ? {} : { proxy: `${proxy.protocol}//${proxy.host}` };
}

function copyOf({
  options: { dialect, driverEnvironment },
  copies,
}: FirstContact): Pick<IntrospectionOptions, "readCopy"> {
  const path = dialect.endpoint?.schema;
  if (path === undefined) return {};
  return {
    readCopy: () => {
      copies.add(path);
      return readSchemaCopy(path, driverEnvironment?.folder ?? ".");
    },
  };
}

/** Verdicts on requests that the schema permits presume that a copy is current. */
function remarksWith(
  { remarks = [] }: Pick<TargetDescription, "remarks">,
  copies: ReadonlySet<string>,
): Pick<TargetDescription, "remarks"> {
  const added = [...copies].map(
    (path) => `the endpoint rejects introspection, so its schema is read from ${path}`,
  );
  const all = [...remarks, ...added];
  return all.length === 0 ? {} : { remarks: all };
}

/** Roles that can probably read the schema, the most likely first. */
const askingRoles = ["author", "controller", "reader", "stranger"] as const;

function missingCredential({ unavailable }: CredentialKeeper): string | undefined {
  const role = askingRoles.find((one) => unavailable[one] !== undefined);
  return role === undefined
    ? undefined
    : `the credential of ${role} is not available: ${unavailable[role]}`;
}

function checkedDialect(
  schema: GraphQLSchema,
  dialect: Dialect,
  locate: GraphqlTargetOptions["locate"],
): PreparedDialect {
  const prepared = prepareDialect(schema, dialect);
  const problems = [
    ...unsupportedParts(dialect),
    ...matcherProblems(dialect.outcomes),
    ...featureProblems(dialect),
    ...prepared.problems,
  ];
  if (problems.length > 0) throw new DialectMismatch(dialect.name, problems, locate);
  return prepared;
}

/** Reports unsupported settings of a dialect before the first check, so that no setting is ignored silently. */
function unsupportedParts({ endpoint, credentials }: Dialect): readonly DialectProblem[] {
  if (endpoint?.queries?.protocol !== "socket" || credentials.socket !== undefined) return [];
  if (credentials.isInArguments === true) return [];
  const problem = "queries are sent over a WebSocket, but credentials.socket is missing";
  return [problemAt(["endpoint", "queries", "protocol"], problem)];
}
