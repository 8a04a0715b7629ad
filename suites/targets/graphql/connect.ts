import type { GraphQLSchema } from "graphql";
import type { IdentityName, Limits } from "#contract";
import type { KindDescription, Target, TargetDescription } from "../target.ts";
import { parseAddress, socketAddress } from "./address.ts";
import type { Address } from "./address.ts";
import { credentialBook, httpHeaders } from "./credentials.ts";
import type { CredentialBook, CredentialOverrides } from "./credentials.ts";
import { DialectMismatch } from "./dialect-mismatch.ts";
import { matcherProblems } from "./dialect-problems.ts";
import type { Dialect, KindDialect, Operation } from "./dialect.ts";
import { prepareDialect } from "./documents.ts";
import type { PreparedDialect } from "./documents.ts";
import { GraphqlTarget } from "./driver.ts";
import { readSchema } from "./introspection.ts";
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
  const { dialect, limits, userAgent } = options;
  const address = parseAddress(options.endpoint, ["http", "https"]);
  const socketPlace =
    options.webSocketEndpoint === undefined
      ? socketAddress(address)
      : parseAddress(options.webSocketEndpoint, ["ws", "wss"]);
  const credentials = credentialBook(dialect, options.credentials ?? {});
  const http = new HttpTransport({ address, userAgent });
  try {
    const schema = await introspect({ options, address, credentials, http });
    const prepared = checkedDialect(schema, dialect);
    return new GraphqlTarget({
      description: describe(address, dialect, credentials),
      planner: { dialect, prepared, credentials },
      http,
      socket: new SocketTransport({
        address: socketPlace,
        userAgent,
        openMs: limits.watchOpenMs,
        streamsPerConnection: options.streamsPerConnection ?? defaultStreamsPerConnection,
      }),
      shown: { http: address.shown, socket: socketPlace.shown },
      requestMs: limits.requestMs,
    });
  } catch (error) {
    await http[Symbol.asyncDispose]();
    throw error;
  }
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
  const problems = [...matcherProblems(dialect.outcomes), ...prepared.problems];
  if (problems.length > 0) throw new DialectMismatch(dialect.name, problems);
  return prepared;
}

function describe(
  address: Address,
  dialect: Dialect,
  credentials: CredentialBook,
): TargetDescription {
  return {
    endpoint: address.shown,
    protocol: "graphql",
    dialect: dialect.name,
    kinds: dialect.kinds.map(describeKind),
    features: dialect.features,
    semantics: dialect.semantics,
    identities: [...credentials.keys()],
  };
}

function describeKind({
  name,
  scope,
  namespaces,
  operations,
  samples,
}: KindDialect): KindDescription {
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
      delete: ids(operations.delete),
      watch: ids(operations.watch),
    },
    samples,
  };
}

function ids(operations: readonly Operation[]): readonly string[] {
  return operations.map(({ id }) => id);
}
