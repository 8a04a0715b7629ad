import type { Limits } from "#contract";
import type { Protocol, Target } from "#targets";
import { connect } from "./connect-endpoint.ts";
import type { ConnectOptions, DialectFile } from "./connect-endpoint.ts";
import { defaults } from "../options/option-defaults.ts";
import type { RunSettings } from "../options/run-settings.ts";
import { insecureWarning } from "../options/tls-files.ts";
import type { World } from "../process/world.ts";

export interface ConnectTargetOptions {
  readonly settings: RunSettings;
  /** The address of the endpoint. Defaults to the server in the kubeconfig. */
  readonly address?: string;
  readonly limits: Limits;
  readonly world: World;
  readonly signal: AbortSignal;
  /** Whether watches observe the writes of other clients. By default, they observe the writes of the run. */
  readonly isObserved?: boolean;
  /** The clock for pauses that the endpoint requests. Defaults to real time. */
  readonly clock?: ConnectOptions["clock"];
  /** Whether to return rate-limit rejections to the caller, which backs off itself, instead of retrying. */
  readonly returnsRateLimits?: boolean;
  /** Determines the suffix of the kinds that the run registers from its dialect and its record. Random by default. */
  readonly suffixFor?: (dialect: DialectFile | undefined) => string | undefined;
  /** The dialect to use if the options name no file. Defaults to the canonical dialect. */
  readonly dialect?: DialectFile;
  /**
   * Called before the first write of the probes that search for valid values of named kinds. Without the callback, no
   * such write is sent.
   */
  readonly beforeTrials?: (endpoint: string) => Promise<void>;
  /**
   * Called for each `--kind` that an API server does not serve. The kind is then skipped. Without the callback, such a
   * kind is an error.
   */
  readonly unserved?: (name: string) => void;
}

interface Connector {
  /** All drivers except the GraphQL driver are loaded lazily. */
  readonly connect: (options: ConnectTargetOptions) => Promise<Target>;
  /** What to check if no connection for watches opens. */
  readonly watchFix: string;
}

const connectors: Readonly<Record<Protocol, Connector>> = {
  graphql: {
    connect: reachGraphql,
    watchFix:
      "Check that the endpoint accepts WebSockets with the protocol that the dialect declares (graphql-transport-ws by default), or pass the address for watches with --ws-endpoint.",
  },
  kubernetes: {
    connect: reachApiServer,
    watchFix:
      "Check that the API server is ready, and that proxies in front of it forward watches without buffering them.",
  },
};

export async function connectTarget(options: ConnectTargetOptions): Promise<Target> {
  return connectors[options.settings.protocol ?? defaults.protocol].connect(options);
}

/** The fix for a target of a protocol that opens no connection for watches. */
export function watchFixFor(protocol: Protocol): string {
  return connectors[protocol].watchFix;
}

async function reachGraphql(options: ConnectTargetOptions): Promise<Target> {
  const { settings, address, clock, limits, world, signal } = options;
  const { webSocketEndpoint, identities, features } = settings;
  const { tls, requestsPerSecond, dialectFile } = settings;
  if (tls?.isUnverified === true) world.err.write(insecureWarning);
  const dialect = dialectFile === undefined ? options.dialect : await dialectIn(dialectFile, world);
  const runtimeSuffix = options.suffixFor?.(dialect);
  return connect({
    endpoint: address ?? "",
    ...(tls === undefined ? {} : { tls }),
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
    isObserved: options.isObserved ?? false,
    world,
    ...(clock === undefined ? {} : { clock }),
    returnsRateLimits: options.returnsRateLimits === true,
    ...(webSocketEndpoint === undefined ? {} : { webSocketEndpoint: webSocketEndpoint.href }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(runtimeSuffix === undefined ? {} : { runtimeSuffix }),
    identities,
    ...(features === undefined ? {} : { features }),
    limits,
    signal,
  });
}

async function reachApiServer(options: ConnectTargetOptions): Promise<Target> {
  const { settings, address, limits, world, signal, suffixFor, unserved, beforeTrials } = options;
  const { identities, features, kubernetes: request = { isInsecure: false } } = settings;
  if (request.isInsecure) world.err.write(insecureWarning);
  const { connectKubernetes } = await import("./connect-kubernetes.ts");
  const runtimeSuffix = suffixFor?.(undefined);
  return connectKubernetes({
    request,
    environment: world.environment,
    ...(address === undefined ? {} : { endpoint: address }),
    identities,
    ...(features === undefined ? {} : { features }),
    ...(runtimeSuffix === undefined ? {} : { runtimeSuffix }),
    ...(unserved === undefined ? {} : { unserved }),
    ...(beforeTrials === undefined ? {} : { beforeTrials }),
    warn: (sentence) => {
      world.err.write(`warning: ${sentence}\n`);
    },
    ...(world.secrets === undefined ? {} : { secrets: world.secrets }),
    limits,
    signal,
  });
}

/** Reads a dialect file. The module is loaded lazily, because the YAML library is large. */
async function dialectIn(path: string, world: World): Promise<DialectFile> {
  const { readTrustedDialect } = await import("./trusted-dialect.ts");
  return { ...(await readTrustedDialect(path, world)), path };
}
