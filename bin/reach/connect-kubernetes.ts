import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { IdentityName, Limits } from "#contract";
import { proxiesIn, reasonOf } from "#targets";
import type { FeaturesByHand, Secrets, Target } from "#targets";
import {
  chooseKinds,
  connectKubernetesTarget,
  connectToObserve,
  KubeconfigUnusable,
  readKindNotes,
  readKubeconfig,
  tokenCaller,
} from "#targets/kubernetes";
import type {
  Caller,
  ChosenKind,
  ClusterAccess,
  NamedKinds,
  TlsMaterial,
} from "#targets/kubernetes";
import { newRuntimeSuffix } from "../options/random-ids.ts";
import { UsageError } from "../process/program-errors.ts";
import { readKindWords } from "../options/kind-pattern.ts";
import type { IdentityRequest, KnownIdentity } from "../options/identity-requests.ts";
import type { KubernetesRequest } from "../options/kubernetes-settings.ts";
import { pagePath } from "../process/page-path.ts";
import { readSuite, userAgentOf } from "../process/version.ts";
import type { World } from "../process/world.ts";

export interface KubernetesConnectOptions {
  readonly request: KubernetesRequest;
  /** Configures proxies, unless the kubeconfig names one. */
  readonly environment: World["environment"];
  /** The address of the server. Defaults to the server in the kubeconfig. */
  readonly endpoint?: string;
  readonly identities: readonly IdentityRequest[];
  readonly features?: FeaturesByHand;
  /** Suffix of the run's kinds. Random by default. */
  readonly runtimeSuffix?: string;
  /**
   * Called for each named kind that the server does not serve. The kind is then skipped. Without the callback, such a
   * kind is an error.
   */
  readonly unserved?: (name: string) => void;
  /**
   * Called before the first write of the probes that search for valid values of named kinds. Without the callback, no
   * such write is sent.
   */
  readonly beforeTrials?: (endpoint: string) => Promise<void>;
  /** Receives a sentence for everything that these probes wrote and that the server did not delete. */
  readonly warn?: (sentence: string) => void;
  readonly limits: Limits;
  readonly secrets?: Secrets;
  readonly signal: AbortSignal;
}

/**
 * Connects to an API server.
 *
 * @throws UsageError when a file cannot be read, or the kubeconfig is not usable.
 * @throws TargetUnreachable when the server cannot be reached, or the administrator lacks a permission that a run
 * needs.
 */
export async function connectKubernetes(options: KubernetesConnectOptions): Promise<Target> {
  const { identities, features, limits, signal } = options;
  const access = await accessOf(options);
  for (const value of Object.values(access.caller.headers)) {
    options.secrets?.add(value.replace(/^\S+ /u, ""));
  }
  return connectKubernetesTarget({
    server: access.server,
    tls: access.tls,
    ...(access.proxy === undefined ? {} : { proxy: access.proxy }),
    administrator: access.caller,
    tokens: tokensOf(identities),
    withheld: identities
      .filter(({ from }) => from === "none")
      .map(({ identity }): IdentityName => identity),
    ...kindsOf(options),
    ...(options.request.related === undefined ? {} : { related: options.request.related }),
    ...(features === undefined ? {} : { features }),
    ...(options.beforeTrials === undefined ? {} : { beforeTrials: options.beforeTrials }),
    ...(options.warn === undefined ? {} : { warn: options.warn }),
    limits,
    userAgent: userAgentOf(readSuite()),
    runtimeSuffix: options.runtimeSuffix ?? newRuntimeSuffix(),
    signal,
  });
}

/**
 * Finds the kinds of an API server that match the `--kind` patterns, and the server's address. Sends no writes.
 *
 * @throws TargetUnreachable when the server cannot be reached or no kind matches.
 */
export async function choose(
  options: Omit<KubernetesConnectOptions, "identities">,
): Promise<{ readonly server: string; readonly kinds: readonly ChosenKind[] }> {
  const { server, caller, ...way } = await accessOf(options);
  const { limits, signal, request } = options;
  const words = readKindWords(request.kinds?.names ?? []);
  const userAgent = userAgentOf(readSuite());
  const contact = { server, ...way, administrator: caller, ...words, limits, userAgent, signal };
  return { server, kinds: await chooseKinds(contact) };
}

function kindsOf({
  request: { kinds },
  unserved,
}: Pick<KubernetesConnectOptions, "unserved" | "request">): { readonly kinds?: NamedKinds } {
  if (kinds === undefined) return {};
  const leniency = unserved === undefined ? {} : { unserved };
  const { names, file } = kinds;
  if (file === undefined) return { kinds: { names, notes: new Map(), ...leniency } };
  const reading = readKindNotes(fileOf("--kind-file", file).toString("utf8"));
  if (reading.isRead) {
    const notes = reading.kinds;
    const all = names.length === 0 ? [...notes.keys()] : names;
    return { kinds: { names: all, notes, ...leniency } };
  }
  throw new UsageError(
    [`invalid kind file: ${file}`, ...reading.problems.map((one) => `  ${one}`)],
    { fix: `Fix the file: ${pagePath("docs/kubernetes.md")} describes the format.` },
  );
}

/**
 * Connects without write access, to watch kinds that the server already serves. Defaults to the kinds of `--kind` or,
 * without the option, to those in the kind file.
 */
export async function observeKubernetes(
  options: Omit<KubernetesConnectOptions, "identities">,
  named?: readonly string[],
): Promise<Target> {
  const kinds = named ?? kindsOf(options).kinds?.names ?? [];
  const { server, caller, ...way } = await accessOf(options);
  const { limits, signal } = options;
  const userAgent = userAgentOf(readSuite());
  return connectToObserve({ server, ...way, caller, kinds, limits, userAgent, signal });
}

/**
 * Determines the address of the server and the administrator's credential. Options take precedence over a kubeconfig.
 */
export async function accessOf({
  request,
  endpoint,
  environment,
}: Pick<KubernetesConnectOptions, "endpoint" | "environment" | "request">): Promise<ClusterAccess> {
  const { kubeconfig, context } = request;
  const isRead = endpoint === undefined || kubeconfig !== undefined || context !== undefined;
  const base = isRead ? await kubeconfigOf(request) : undefined;
  const tls = { ...base?.tls, ...tlsOf(request) };
  checkTls(tls);
  const server = endpoint ?? base?.server ?? "";
  const proxy = base?.proxy ?? proxyTo(server, environment);
  return {
    server,
    tls,
    ...(proxy === undefined ? {} : { proxy }),
    caller: callerOf(request) ?? base?.caller ?? nobody,
  };
}

/**
 * Returns the proxy to a server. Undefined for text that is no address, which the connection attempt reports.
 *
 * @throws TargetUnreachable when a variable is not the address of a proxy.
 */
export function proxyTo(server: string, environment: World["environment"]): URL | undefined {
  return URL.canParse(server) ? proxiesIn(environment)(new URL(server)) : undefined;
}

async function kubeconfigOf({
  kubeconfig,
  context,
}: Pick<KubernetesRequest, "context" | "kubeconfig">): Promise<ClusterAccess> {
  try {
    return await readKubeconfig({
      ...(kubeconfig === undefined ? {} : { path: kubeconfig }),
      ...(context === undefined ? {} : { context }),
    });
  } catch (error) {
    if (!(error instanceof KubeconfigUnusable)) throw error;
    throw new UsageError(error.message, { fix: error.fix, cause: error });
  }
}

/** Reports certificates and keys that TLS cannot use. Otherwise, the error would look like an unreachable server. */
function checkTls({ certificateAuthority: ca, certificate: cert, key }: TlsMaterial): void {
  try {
    createSecureContext({
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
    });
  } catch (error) {
    throw new UsageError(`cannot use the TLS certificates: ${reasonOf(error)}`, {
      fix: "Pass certificates and keys in PEM format, and the key that belongs to the client certificate.",
      cause: error,
    });
  }
}

const nobody: Caller = { headers: {}, withCertificate: false };

function callerOf({ token, clientCertificate }: KubernetesRequest): Caller | undefined {
  if (token !== undefined) return tokenCaller(token);
  return clientCertificate === undefined ? undefined : { headers: {}, withCertificate: true };
}

function tlsOf({
  certificateAuthority,
  clientCertificate,
  isInsecure,
}: KubernetesRequest): TlsMaterial {
  return {
    ...(certificateAuthority === undefined
      ? {}
      : { certificateAuthority: fileOf("--certificate-authority", certificateAuthority) }),
    ...(clientCertificate === undefined
      ? {}
      : {
          certificate: fileOf("--client-certificate", clientCertificate.certificate),
          key: fileOf("--client-key", clientCertificate.key),
        }),
    ...(isInsecure ? { isInsecure } : {}),
  };
}

function fileOf(option: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`cannot read ${path}, given with ${option}: ${reasonOf(error)}`, {
      fix: "Specify a readable file.",
      cause: error,
    });
  }
}

function tokensOf(requests: readonly IdentityRequest[]): Partial<Record<KnownIdentity, string>> {
  const tokens: Partial<Record<KnownIdentity, string>> = {};
  for (const request of requests) {
    if (request.from === "file" || request.from === "command" || request.from === "headers")
      throw fromElsewhere(request.identity);
    if (request.from !== "none") tokens[request.identity] = request.credential;
  }
  return tokens;
}

function fromElsewhere(identity: KnownIdentity): UsageError {
  return new UsageError(
    `for an API server, --identity ${identity} must be a token or env:VARIABLE`,
    {
      fix: `Write --identity ${identity}=env:VARIABLE.`,
    },
  );
}
