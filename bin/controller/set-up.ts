import type { IdentityName, Limits } from "#contract";
import type { BenchClock, ControllerBench } from "#wings/controllers";
import { rulesOfVariant } from "#reference/controller";
import { proxyExceptionsIn } from "#targets";
import type { Target, TargetDescription } from "#targets";
import { newRunId } from "../options/random-ids.ts";
import { connectTarget } from "../reach/connect-target.ts";
import type { RunSettings } from "../options/run-settings.ts";
import type { World } from "../process/world.ts";
import { CommandController } from "./command-controller.ts";
import { ControllerProxy } from "./controller-proxy.ts";
import type { ControllerProxyOptions } from "./controller-proxy.ts";
import type { ControllerRequest } from "./controller-settings.ts";
import { credentialOf, environmentOf } from "./credential-of.ts";
import { InProcessController } from "./in-process-controller.ts";
import { recognizeGraphql } from "./recognize-graphql.ts";
import { recognizeKubernetes } from "./recognize-kubernetes.ts";
import type { IssuedCertificate } from "./issue-certificate.ts";
import { newToken, upstreamOf } from "./upstream.ts";
import type { ProxyTokens } from "./upstream.ts";
import type { Upstream } from "./upstream-connection.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";

export interface SetUp extends AsyncDisposable, Pick<ControllerBench, "host" | "wire"> {}

export interface SetUpOptions {
  readonly target: {
    readonly description: Pick<TargetDescription, "bodyWords" | "endpoint" | "kinds" | "protocol">;
  };
  readonly settings: RunSettings;
  readonly request: ControllerRequest;
  /** Whether a GraphQL endpoint may serve lists with an older state. An API server always may. */
  readonly hasOlderLists: boolean;
  readonly limits: Limits;
  readonly world: World;
  readonly signal: AbortSignal;
  readonly suffix: string;
  /** The address of the endpoint. Defaults to the server in the kubeconfig. */
  readonly address?: string;
}

/**
 * Readiness timeout as a multiple of the connection timeout, because connecting and listing take longer on a busy
 * machine.
 */
const readyFactor = 6;

/** Grace period of a controller after SIGTERM, in milliseconds. */
const endMs = 5_000;

/** Starts the proxy and prepares the controller. Rejects if the proxy cannot listen. */
export async function setUp(options: SetUpOptions): Promise<SetUp> {
  const { request } = options;
  if (request.from === "outside" && request.port === undefined) return nothing;
  const { upstream, tokens } = await upstreamOf(options);
  for (const token of Object.values(tokens ?? {})) options.world.secrets?.add(token);
  const token = proxyTokenFor(options, upstream);
  const certificate = tokens === undefined ? undefined : await newCertificate();
  const proxy = await startProxy(options, {
    ...upstream,
    ...(certificate === undefined ? {} : { certificate }),
    ...(token === undefined ? {} : { token }),
  });
  const cluster =
    tokens === undefined || certificate === undefined
      ? undefined
      : proxiedCluster(proxy, tokens, certificate);
  if (token !== undefined) showPlace(options, proxy);
  const host = hostOf(options, { proxy, ...(cluster === undefined ? {} : { cluster }) });
  return {
    wire: proxy,
    ...(host === undefined ? {} : { host }),
    [Symbol.asyncDispose]: async () => {
      await host?.[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
      cluster?.files[Symbol.dispose]();
      cluster?.secondFiles[Symbol.dispose]();
    },
  };
}

/**
 * Returns a token if the proxy presents its client certificate with every request, so that only the controller can use
 * the proxy.
 */
function proxyTokenFor({ request }: SetUpOptions, { tls, callers }: Upstream): string | undefined {
  const isCertified = callers === undefined && tls?.cert !== undefined;
  return isCertified && request.from !== "reference" ? newToken() : undefined;
}

function startProxy(
  { request, hasOlderLists, target: { description } }: SetUpOptions,
  options: Omit<ControllerProxyOptions, "port" | "recognition">,
): Promise<ControllerProxy> {
  return ControllerProxy.start({
    ...options,
    recognition:
      description.protocol === "graphql"
        ? recognizeGraphql(description, { hasOlderLists })
        : recognizeKubernetes(description),
    ...(request.from === "outside" && request.port !== undefined ? { port: request.port } : {}),
  });
}

/**
 * Prints the proxy's address for a controller that the suite does not start. A controller that the suite starts gets
 * the address in its environment.
 */
function showPlace({ request, world }: SetUpOptions, { url }: ControllerProxy): void {
  if (request.from === "outside")
    world.err.write(`the proxy for the controller listens at ${url}\n`);
}

interface ProxiedCluster {
  readonly tokens: ProxyTokens;
  readonly files: ProxyFiles;
  readonly secondFiles: ProxyFiles;
}

interface Proxied {
  readonly proxy: ControllerProxy;
  /** Absent for a GraphQL endpoint. */
  readonly cluster?: ProxiedCluster;
}

/** Issues a certificate. The certificate library is loaded lazily, because it is large. */
async function newCertificate(): Promise<IssuedCertificate> {
  const { makeServerCertificate } = await import("./issue-certificate.ts");
  return makeServerCertificate(new Date());
}

function proxiedCluster(
  proxy: ControllerProxy,
  tokens: ProxyTokens,
  { authority }: IssuedCertificate,
): ProxiedCluster {
  const filesFor = (server: string): ProxyFiles =>
    writeProxyFiles({ server, authority, token: tokens.controller });
  return {
    tokens,
    files: filesFor(proxy.secureUrl),
    secondFiles: filesFor(proxy.secondUrls.secureUrl),
  };
}

const nothing: SetUp = { [Symbol.asyncDispose]: () => Promise.resolve() };

function hostOf(options: SetUpOptions, proxied: Proxied): ControllerBench["host"] {
  const { request, limits, target, settings, world } = options;
  switch (request.from) {
    case "outside":
      if (proxied.cluster !== undefined && settings.verbosity !== "quiet") {
        const { kubeconfig } = proxied.cluster.files;
        world.err.write(
          `to connect the controller through the proxy, start it with KUBECONFIG=${kubeconfig}\n`,
        );
      }
      return undefined;
    case "reference":
      return new InProcessController({
        connect: (signal, clock) => reachThrough(options, proxied, { signal, clock }),
        connectSecond: (signal, clock) =>
          reachThrough(options, proxied, { signal, clock, isSecond: true }),
        kinds: target.description.kinds.map(({ name }) => name),
        ...(request.variant === undefined ? {} : { rules: rulesOfVariant(request.variant) }),
        now: world.clock,
        random: () => Math.random(),
        eventMs: limits.eventMs,
        readyMs: readyFactor * limits.connectMs,
      });
    case "command": {
      const given = environmentOf("controller", settings, world.environment);
      return new CommandController({
        ...request,
        environment: { ...given, ...variablesOf(options, proxied) },
        // Watches that bypass the proxy cannot be delayed for only one of two instances.
        ...(isElsewhere(settings)
          ? {}
          : {
              second: {
                lease: proxied.proxy.leases.second,
                environment: { ...given, ...variablesOf(options, secondOf(proxied)) },
                mark: newRunId(),
              },
            }),
        lease: proxied.proxy.leases.first,
        denials: proxied.proxy.denials,
        endMs,
        mark: newRunId(),
        warn: (text) => world.err.write(`warning: ${text}\n`),
      });
    }
  }
}

function secondOf({ proxy, cluster }: Proxied): Addresses {
  return {
    proxy: proxy.secondUrls,
    ...(cluster === undefined ? {} : { cluster: { ...cluster, files: cluster.secondFiles } }),
  };
}

interface Addresses {
  readonly proxy: Pick<ControllerProxy, "secureUrl" | "url">;
  readonly cluster?: Pick<ProxiedCluster, "files" | "tokens">;
}

interface Opening {
  readonly signal: AbortSignal;
  readonly clock: BenchClock;
  readonly isSecond?: true;
}

function reachThrough(
  { settings, limits, world, suffix }: SetUpOptions,
  proxied: Proxied,
  { isSecond, ...opening }: Opening,
): Promise<Target> {
  const { proxy, cluster } = isSecond === true ? secondOf(proxied) : proxied;
  const { tls: _behindTheProxy, webSocketEndpoint, kubernetes, ...rest } = settings;
  const elsewhere = isElsewhere(settings) && webSocketEndpoint !== undefined;
  const kinds = kubernetes?.kinds;
  return connectTarget({
    settings: {
      ...rest,
      ...(elsewhere ? { webSocketEndpoint } : {}),
      ...(cluster === undefined
        ? {}
        : {
            kubernetes: {
              token: cluster.tokens.administrator,
              certificateAuthority: cluster.files.authority,
              isInsecure: false,
              ...(kinds === undefined ? {} : { kinds }),
            },
          }),
    },
    address: cluster === undefined ? proxy.url : proxy.secureUrl,
    limits,
    world,
    returnsRateLimits: true,
    ...opening,
    suffixFor: () => suffix,
  });
}

function watchesOf(settings: RunSettings): string | undefined {
  return isElsewhere(settings) ? settings.webSocketEndpoint?.href : undefined;
}

/** Whether watches use a different host than the endpoint, and therefore bypass the proxy. */
function isElsewhere({ endpoint, webSocketEndpoint }: RunSettings): boolean {
  return webSocketEndpoint !== undefined && webSocketEndpoint.host !== endpoint?.host;
}

function variablesOf(
  { settings, target, suffix, world: { environment } }: SetUpOptions,
  { proxy, cluster }: Addresses,
): Readonly<Record<string, string>> {
  const role: IdentityName = "controller";
  const credential = cluster?.tokens.controller ?? credentialOf(role, settings);
  return {
    CONFORMANCE_ENDPOINT: proxy.url,
    CONFORMANCE_WS_ENDPOINT: watchesOf(settings) ?? proxy.url.replace(/^http/u, "ws"),
    CONFORMANCE_KINDS: target.description.kinds.map(({ name }) => name).join(","),
    CONFORMANCE_SUFFIX: suffix,
    ...(credential === undefined ? {} : { CONFORMANCE_TOKEN: credential }),
    ...(cluster === undefined ? {} : { KUBECONFIG: cluster.files.kubeconfig }),
    ...withoutForwardProxy(environment),
  };
}

/** Many HTTP clients use the proxy of the environment even for loopback addresses. */
function withoutForwardProxy(environment: World["environment"]): Readonly<Record<string, string>> {
  const earlier = proxyExceptionsIn(environment);
  const exceptions = [...(earlier === "" ? [] : [earlier]), "127.0.0.1", "localhost"].join(",");
  return { NO_PROXY: exceptions, no_proxy: exceptions };
}

interface KubeconfigContent {
  /** Server address with the scheme `https`. */
  readonly server: string;
  /** CA certificates of the proxy, in PEM. */
  readonly authority: string;
  readonly token: string;
}

/** Paths of the files for a controller behind the proxy. Disposing removes the files. */
interface ProxyFiles extends Disposable {
  readonly kubeconfig: string;
  readonly authority: string;
}

/** Writes a kubeconfig that any Kubernetes client can read, into a folder that only the current user can access. */
function writeProxyFiles(content: KubeconfigContent): ProxyFiles {
  const folder = mkdtempSync(join(tmpdir(), "conformance-controller-"));
  const [kubeconfig, authority] = [join(folder, "kubeconfig"), join(folder, "authority.crt")];
  writeFileSync(kubeconfig, stringify(kubeconfigOf(content)), { mode: 0o600 });
  writeFileSync(authority, content.authority, { mode: 0o600 });
  return {
    kubeconfig,
    authority,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function kubeconfigOf({ server, authority, token }: KubeconfigContent): object {
  const name = "conformance";
  // Some clients append a path that starts with a slash, so the address must not end with a slash.
  const address = server.replace(/\/$/u, "");
  const data = Buffer.from(authority).toString("base64");
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server: address, "certificate-authority-data": data } }],
    users: [{ name: "controller", user: { token } }],
    contexts: [{ name, context: { cluster: name, user: "controller" } }],
    "current-context": name,
  };
}
