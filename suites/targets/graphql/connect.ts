import type { GraphQLSchema } from "graphql";
import type { Feature, IdentityName, Limits } from "#contract";
import type {
  FeaturesByHand,
  KindDescription,
  Target,
  TargetDescription,
  TrialKind,
} from "../target.ts";
import { EventStreamTransport } from "./event-stream.ts";
import { addressBeside, parseAddress, socketAddress } from "./address.ts";
import type { Address } from "./address.ts";
import { credentialBook, httpHeaders } from "./credentials.ts";
import type { CredentialBook, CredentialOverrides } from "./credentials.ts";
import { forRun, prerequisitesOf } from "./definitions.ts";
import { featureProblems } from "./described-features.ts";
import { DialectMismatch } from "./dialect-mismatch.ts";
import { matcherProblems } from "./dialect-problems.ts";
import type { Dialect, KindDialect } from "./dialect.ts";
import type { Operation } from "./operations.ts";
import { prepareDialect } from "./documents.ts";
import type { PreparedDialect } from "./documents.ts";
import { GraphqlTarget } from "./driver.ts";
import { readSchema } from "./introspection.ts";
import { undeclaredFeatures } from "./undeclared-features.ts";
import { SocketTransport } from "./socket.ts";
import { HttpTransport } from "./transport.ts";

/** What {@link connectGraphqlTarget} needs. */
export interface GraphqlTargetOptions {
  /** `http://` or `https://`. A user name and a password in it are dropped; credentials belong to identities. */
  readonly endpoint: string;
  /** `ws://` or `wss://`. By default the same place as the endpoint. */
  readonly webSocketEndpoint?: string;
  readonly dialect: Dialect;
  /** Credentials in place of those of the dialect. */
  readonly credentials?: CredentialOverrides;
  readonly limits: Limits;
  /** Sent with every request: `status-conformance/0.1.0 …`. */
  readonly userAgent: string;
  /** Letters that belong to this run, for the names of the kinds that it registers; none by default. */
  readonly runtimeSuffix?: string;
  /** Declared or withdrawn for this run, whatever the dialect says; nothing by default. */
  readonly features?: FeaturesByHand;
  /** How many watches share one connection; 200 by default. */
  readonly streamsPerConnection?: number;
  /** Ends the first contact. */
  readonly signal: AbortSignal;
}

const defaultStreamsPerConnection = 200;

/**
 * Makes the first contact with a GraphQL endpoint: reads its schema and holds the dialect against it.
 *
 * @throws TargetUnreachable when there is no contact, or no schema.
 * @throws DialectMismatch when the dialect does not describe the schema; it lists every problem.
 */
export async function connectGraphqlTarget(options: GraphqlTargetOptions): Promise<Target> {
  const { limits, userAgent } = options;
  const wished = withFeatures(options.dialect, options.features);
  const dialect = forRun(wished, options.runtimeSuffix ?? "");
  const address = parseAddress(options.endpoint, ["http", "https"]);
  const socketPlace =
    options.webSocketEndpoint === undefined
      ? socketAddress(address)
      : parseAddress(options.webSocketEndpoint, ["ws", "wss"]);
  const streamPlace = dialect.eventStream && addressBeside(address, dialect.eventStream.path);
  const credentials = credentialBook(dialect, options.credentials ?? {});
  const http = new HttpTransport({ address, userAgent });
  try {
    const schema = await introspect({ options, address, credentials, http });
    const prepared = checkedDialect(schema, dialect);
    return new GraphqlTarget({
      description: {
        ...describe(address, dialect, credentials),
        ...describeFeatures(undeclaredFeatures(wished, schema), options.features),
      },
      planner: { dialect, prepared, credentials },
      http,
      socket: new SocketTransport({
        address: socketPlace,
        userAgent,
        openMs: limits.watchOpenMs,
        streamsPerConnection: options.streamsPerConnection ?? defaultStreamsPerConnection,
      }),
      ...(streamPlace === undefined ? {} : { eventStream: eventStreamAt(streamPlace, options) }),
      shown: {
        http: address.shown,
        socket: socketPlace.shown,
        eventStream: streamPlace?.shown ?? address.shown,
      },
      requestMs: limits.requestMs,
    });
  } catch (error) {
    await http[Symbol.asyncDispose]();
    throw error;
  }
}

function eventStreamAt(
  address: Address,
  { limits, userAgent }: GraphqlTargetOptions,
): EventStreamTransport {
  return new EventStreamTransport({ address, userAgent, openMs: limits.watchOpenMs });
}

interface FirstContact {
  readonly options: GraphqlTargetOptions;
  readonly address: Address;
  readonly credentials: CredentialBook;
  readonly http: HttpTransport;
}

async function introspect(contact: FirstContact): Promise<GraphQLSchema> {
  const { options, address, credentials, http } = contact;
  const identity = introspectingIdentity(credentials);
  const credential = credentials.get(identity);
  return readSchema(
    {
      transport: http,
      shown: address.shown,
      identity,
      headers: httpHeaders(options.dialect.credentials, credential),
      ...(credential === undefined ? {} : { credential }),
      limitMs: options.limits.connectMs,
    },
    options.signal,
  );
}

/** The first role that is likely to be allowed to look around. */
function introspectingIdentity(credentials: CredentialBook): IdentityName {
  const candidates = ["author", "controller", "reader", "stranger"] as const;
  return candidates.find((identity) => credentials.has(identity)) ?? "anonymous";
}

function checkedDialect(schema: GraphQLSchema, dialect: Dialect): PreparedDialect {
  const prepared = prepareDialect(schema, dialect);
  const problems = [
    ...matcherProblems(dialect.outcomes),
    ...featureProblems(dialect),
    ...prepared.problems,
  ];
  if (problems.length > 0) throw new DialectMismatch(dialect.name, problems);
  return prepared;
}

function describe(
  address: Address,
  dialect: Dialect,
  credentials: CredentialBook,
): TargetDescription {
  const runtimeKinds = dialect.definitions?.objects.map(({ serves }) => serves) ?? [];
  return {
    endpoint: address.shown,
    protocol: "graphql",
    dialect: dialect.name,
    kinds: [
      ...dialect.kinds.map((kind) => describeKind(kind, false)),
      ...runtimeKinds.map((kind) => describeKind(kind, true)),
    ],
    features: dialect.features,
    prerequisites: prerequisitesOf(dialect),
    ...describeTrials(dialect),
    ...(dialect.retainedEvents === undefined ? {} : { retainedEvents: dialect.retainedEvents }),
    semantics: dialect.semantics,
    identities: [...credentials.keys()],
  };
}

/** What was withdrawn by hand is not news. */
function describeFeatures(
  undeclared: readonly Feature[],
  byHand: FeaturesByHand | undefined,
): Pick<TargetDescription, "byHand" | "undeclared"> {
  const news = undeclared.filter((feature) => byHand?.withdrawn.includes(feature) !== true);
  return {
    ...(news.length === 0 ? {} : { undeclared: news }),
    ...(byHand === undefined ? {} : { byHand }),
  };
}

function withFeatures(dialect: Dialect, byHand: FeaturesByHand | undefined): Dialect {
  if (byHand === undefined) return dialect;
  const features = new Set([...dialect.features, ...byHand.declared]);
  for (const withdrawn of byHand.withdrawn) features.delete(withdrawn);
  return { ...dialect, features: [...features] };
}

function describeTrials({ definitions }: Dialect): Pick<TargetDescription, "trialKinds"> {
  if (definitions?.trials === undefined) return {};
  const trialKinds = definitions.trials.map((trial): TrialKind => ({
    key: { kind: definitions.kind.name, name: trial.name },
    definitions: trial.definitions,
    kind: describeKind(trial.serves, true),
    defaulted: trial.defaulted,
  }));
  return { trialKinds };
}

function describeKind(kind: KindDialect, isRuntime: boolean): KindDescription {
  const { name, scope, namespaces, operations, samples, statusDefault } = kind;
  return {
    name,
    scope,
    namespaces,
    operations: {
      create: ids(operations.create),
      read: ids(operations.read),
      list: ids(operations.list),
      update: ids(operations.update),
      updateStatus: ids(operations.updateStatus),
      patchStatus: ids(operations.patchStatus),
      delete: ids(operations.delete),
      watch: ids(operations.watch),
    },
    statusModes: Object.fromEntries(
      operations.updateStatus.map(({ id, statusMode }) => [id, statusMode]),
    ),
    samples,
    isRuntime,
    ...(statusDefault === undefined ? {} : { statusDefault }),
  };
}

function ids(operations: readonly Operation[]): readonly string[] {
  return operations.map(({ id }) => id);
}
