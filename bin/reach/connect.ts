import { dirname, resolve } from "node:path";
import type { GraphQLSchema } from "graphql";
import type { IdentityName, Limits } from "#contract";
import type { FeaturesByHand, Target } from "#targets";
import type { LoadedDialect } from "#targets/dialect-file";
import { canonicalDialect, connectGraphqlTarget, DialectMismatch } from "#targets/graphql";
import type { Credential, Dialect, GraphqlTargetOptions } from "#targets/graphql";
import { newRuntimeSuffix } from "../options/chance.ts";
import { UsageError } from "../process/errors.ts";
import type { IdentityWish } from "../options/identities.ts";
import { readTlsFiles } from "../options/tls-files.ts";
import type { TlsWish } from "../options/tls-files.ts";
import { readSuite, userAgentOf } from "../process/version.ts";
import type { World } from "../process/world.ts";

/** A dialect from a file, and the file. */
export interface DialectFile extends LoadedDialect {
  /** Absent if no credential or hook is relative to a folder. */
  readonly path?: string;
}

/** What is known about an endpoint before the first contact. */
export interface ConnectOptions {
  readonly endpoint: string;
  /** By default the same place as the endpoint. */
  readonly webSocketEndpoint?: string;
  /** How the endpoint spells the contract, from a file; the canonical dialect by default. */
  readonly dialect?: DialectFile;
  readonly identities?: readonly IdentityWish[];
  readonly tls?: TlsWish;
  /** Maximum requests per second. Defaults to the dialect's limit. */
  readonly requestsPerSecond?: number;
  /** Watches show what others do; what a run causes by default. */
  readonly isObserved?: boolean;
  /** For external credentials and hooks. Without it, they are unavailable. */
  readonly world?: Pick<World, "environment" | "clock" | "secrets">;
  /** Declared or withdrawn for this run, whatever the dialect says. */
  readonly features?: FeaturesByHand;
  /** Letters of the run whose kinds are meant; new ones by default. */
  readonly runtimeSuffix?: string;
  /** The schema, where it was read before. */
  readonly schema?: GraphQLSchema;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/**
 * Makes the first contact with a GraphQL endpoint. Throws as the driver does, and {@link UsageError} where a
 * dialect of the user's own does not fit the endpoint, or a file cannot be read.
 */
export async function connect(options: ConnectOptions): Promise<Target> {
  const connected = connectGraphqlTarget(targetOptionsOf(options));
  return options.dialect === undefined ? connected : connected.catch(blameDialect);
}

/** The same in the words of the driver. Throws {@link UsageError} where a file cannot be read. */
export function targetOptionsOf(options: ConnectOptions): GraphqlTargetOptions {
  const { endpoint, webSocketEndpoint, dialect, identities = [], tls } = options;
  const { features, limits, signal, requestsPerSecond } = options;
  return {
    endpoint,
    ...(webSocketEndpoint === undefined ? {} : { webSocketEndpoint }),
    dialect: withIdentities(dialect?.dialect ?? canonicalDialect, identities),
    ...(dialect === undefined ? {} : { locate: dialect.locate }),
    ...surroundingsOf(options),
    ...(options.world?.secrets === undefined ? {} : { secrets: options.world.secrets }),
    ...(tls === undefined ? {} : { tls: readTlsFiles(tls) }),
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
    isObserved: options.isObserved ?? false,
    runtimeSuffix: options.runtimeSuffix ?? newRuntimeSuffix(),
    ...(features === undefined ? {} : { features }),
    ...(options.schema === undefined ? {} : { schema: options.schema }),
    limits,
    userAgent: userAgentOf(readSuite()),
    signal,
  };
}

function blameDialect(error: unknown): never {
  if (!(error instanceof DialectMismatch)) throw error;
  throw new UsageError(error.lines, { mend: error.mend, cause: error });
}

function surroundingsOf({
  world,
  dialect,
}: ConnectOptions): Pick<GraphqlTargetOptions, "surroundings"> {
  if (world === undefined) return {};
  const { environment, clock } = world;
  const folder = resolve(dirname(dialect?.path ?? "here"));
  return { surroundings: { environment, folder, nowMs: () => clock().getTime() } };
}

/** The dialect with what the user says about roles instead of what it says itself. */
function withIdentities(dialect: Dialect, wishes: readonly IdentityWish[]): Dialect {
  const identities: Partial<Record<IdentityName, Credential>> = { ...dialect.identities };
  for (const wish of wishes) {
    if (wish.from === "none") delete identities[wish.identity];
    else identities[wish.identity] = credentialOf(wish);
  }
  return { ...dialect, identities };
}

/** Paths that were typed start where the suite was started, not where the dialect is. */
function credentialOf(wish: Exclude<IdentityWish, { readonly from: "none" }>): Credential {
  switch (wish.from) {
    case "value":
    case "environment":
      return { kind: "static", credential: wish.credential };
    case "file":
      return { kind: "file", path: resolve(wish.path) };
    case "command":
      return {
        kind: "command",
        command: wish.words.map((word, place) => (place === 0 ? rooted(word) : word)),
      };
  }
}

/** A program that is named by a path is started from where the suite was. */
function rooted(program: string): string {
  return program.includes("/") ? resolve(program) : program;
}
