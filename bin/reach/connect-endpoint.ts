import { accessSync, constants } from "node:fs";
import { dirname, resolve } from "node:path";
import type { GraphQLSchema } from "graphql";
import { suiteCommand } from "#contract";
import type { IdentityName, Limits } from "#contract";
import { quoteForShell } from "#reports";
import { proxiesIn, reasonOf } from "#targets";
import type { FeaturesByHand, Target } from "#targets";
import type { LoadedDialect } from "#targets/dialect-file";
import { canonicalDialect, connectGraphqlTarget, DialectMismatch } from "#targets/graphql";
import type { Credential, Dialect, GraphqlTargetOptions } from "#targets/graphql";
import { newRuntimeSuffix } from "../options/random-ids.ts";
import { UsageError } from "../process/program-errors.ts";
import type { IdentityRequest } from "../options/identity-requests.ts";
import { readTlsFiles } from "../options/tls-files.ts";
import type { TlsRequest } from "../options/tls-files.ts";
import { readSuite, userAgentOf } from "../process/version.ts";
import type { World } from "../process/world.ts";

export interface DialectFile extends LoadedDialect {
  /** Path of the dialect file. Absent if no credential or hook contains a path relative to its folder. */
  readonly path?: string;
}

export interface ConnectOptions {
  readonly endpoint: string;
  /** The address for WebSockets. Defaults to the address of the endpoint. */
  readonly webSocketEndpoint?: string;
  /** The dialect of the endpoint. Defaults to the canonical dialect. */
  readonly dialect?: DialectFile;
  readonly identities?: readonly IdentityRequest[];
  readonly tls?: TlsRequest;
  /** Maximum requests per second. Defaults to the limit in the dialect. */
  readonly requestsPerSecond?: number;
  /** Whether watches observe the writes of other clients. By default, they observe the writes of the run. */
  readonly isObserved?: boolean;
  /** The clock for pauses that the endpoint requests. Defaults to real time. */
  readonly clock?: GraphqlTargetOptions["clock"];
  /** Whether to return rate-limit rejections to the caller, which backs off itself, instead of retrying. */
  readonly returnsRateLimits?: boolean;
  /** The environment for external credentials and hooks. Required if the dialect has any. */
  readonly world?: Pick<World, "environment" | "clock" | "secrets">;
  /** Features declared or withdrawn for this run. They override the dialect. */
  readonly features?: FeaturesByHand;
  /** Suffix of the kinds that the run registers. Random by default. */
  readonly runtimeSuffix?: string;
  /** The schema, if it has already been introspected. */
  readonly schema?: GraphQLSchema;
  readonly known?: GraphqlTargetOptions["known"];
  readonly inferredLimits?: GraphqlTargetOptions["inferredLimits"];
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/**
 * Connects to a GraphQL endpoint. Throws the driver's errors, and a {@link UsageError} if the user's dialect does not
 * match the endpoint or a file cannot be read.
 */
export async function connect(options: ConnectOptions): Promise<Target> {
  return connectGraphqlTarget(targetOptionsOf(options)).catch((error: unknown) => {
    if (!(error instanceof DialectMismatch)) throw error;
    throw mismatchError(error, options);
  });
}

export function targetOptionsOf(options: ConnectOptions): GraphqlTargetOptions {
  const { endpoint, webSocketEndpoint, dialect, identities = [], tls } = options;
  const { clock, features, limits, signal, requestsPerSecond } = options;
  return {
    endpoint,
    ...(webSocketEndpoint === undefined ? {} : { webSocketEndpoint }),
    dialect: withIdentities(dialect?.dialect ?? canonicalDialect, identities),
    ...(dialect === undefined ? {} : { locate: dialect.locate }),
    ...surroundingsOf(options),
    ...(options.world?.secrets === undefined ? {} : { secrets: options.world.secrets }),
    ...(tls === undefined ? {} : { tls: readTlsFiles(tls) }),
    ...(options.world === undefined ? {} : { proxyFor: proxiesIn(options.world.environment) }),
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
    isObserved: options.isObserved ?? false,
    runtimeSuffix: options.runtimeSuffix ?? newRuntimeSuffix(),
    ...(clock === undefined ? {} : { clock }),
    returnsRateLimits: options.returnsRateLimits === true,
    ...(features === undefined ? {} : { features }),
    ...knownOf(options),
    limits,
    userAgent: userAgentOf(readSuite()),
    signal,
  };
}

/** Maximum number of listed mismatches. Without a dialect, more of them mean that the schema is another one. */
const maxListed = 20;

const examples = 3;

function mismatchError(
  error: DialectMismatch,
  { dialect, endpoint }: Pick<ConnectOptions, "dialect" | "endpoint">,
): UsageError {
  const [title = "", ...places] = error.lines;
  if (dialect !== undefined) {
    const lines = [title, ...firstOf(places, maxListed)];
    return new UsageError(lines, { fix: error.fix, cause: error });
  }
  const own = "the endpoint does not have the canonical schema, and no dialect was passed:";
  const lines = [own, ...firstOf(places, places.length > maxListed ? examples : maxListed)];
  const command = `${suiteCommand} init --endpoint ${printable(endpoint)}`;
  const fix = `Write a dialect with ${command}, then pass it with --dialect.`;
  return new UsageError(lines, { fix, cause: error });
}

/** The address as a shell word, unless it can contain a secret. */
function printable(endpoint: string): string {
  const { username, password, search } = new URL(endpoint);
  return `${username}${password}${search}` === "" ? quoteForShell(endpoint) : "…";
}

function firstOf(lines: readonly string[], most: number): readonly string[] {
  const more = lines.length - most;
  return more > 0 ? [...lines.slice(0, most), `  and ${more} more`] : lines;
}

function surroundingsOf({
  world,
  dialect,
}: ConnectOptions): Pick<GraphqlTargetOptions, "driverEnvironment"> {
  if (world === undefined) return {};
  const { environment, clock } = world;
  const folder = resolve(dirname(dialect?.path ?? "here"));
  return { driverEnvironment: { environment, folder, nowMs: () => clock().getTime() } };
}

function knownOf({
  schema,
  known,
  inferredLimits,
}: ConnectOptions): Pick<GraphqlTargetOptions, "inferredLimits" | "known" | "schema"> {
  return {
    ...(schema === undefined ? {} : { schema }),
    ...(known === undefined ? {} : { known }),
    ...(inferredLimits === undefined ? {} : { inferredLimits }),
  };
}

function withIdentities(dialect: Dialect, requests: readonly IdentityRequest[]): Dialect {
  const identities: Partial<Record<IdentityName, Credential>> = { ...dialect.identities };
  for (const request of requests) {
    if (request.from === "none") delete identities[request.identity];
    else identities[request.identity] = credentialOf(request);
  }
  return { ...dialect, identities };
}

/** Paths on the command line are relative to the working directory, not to the dialect. */
function credentialOf(request: Exclude<IdentityRequest, { readonly from: "none" }>): Credential {
  switch (request.from) {
    case "value":
    case "environment":
      return { kind: "static", credential: request.credential };
    case "headers":
      return { kind: "headers", headers: request.headers };
    case "file":
      return { kind: "file", path: readable(request.identity, request.path) };
    case "command":
      return {
        kind: "command",
        command: request.args.map((word, place) => (place === 0 ? rooted(word) : word)),
      };
  }
}

function readable(identity: IdentityName, path: string): string {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new UsageError(`--identity ${identity}=file:${path} cannot be read: ${reasonOf(error)}`, {
      fix: `Specify a readable file with the credential of the identity ${identity}.`,
      cause: error,
    });
  }
  return resolve(path);
}

function rooted(program: string): string {
  return program.includes("/") ? resolve(program) : program;
}
