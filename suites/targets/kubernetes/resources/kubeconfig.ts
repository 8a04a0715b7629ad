import type { KubeConfig } from "@kubernetes/client-node";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { env } from "node:process";
import { parse } from "yaml";
import { isJsonObject } from "#contract";
import { reasonOf } from "../../port/error-reason.ts";
import { Secrets } from "../../port/secrets.ts";
import { TargetUnreachable } from "../../port/target.ts";
import { parseProxy } from "../../wire/http/forward-proxy.ts";
import type { Caller } from "./rest-request.ts";
import type { TlsMaterial } from "./rest-transport.ts";

/** The cluster and the user of a context in a kubeconfig. */
export interface ClusterAccess {
  readonly server: string;
  readonly tls: TlsMaterial;
  /** The `proxy-url` of the cluster. Absent if it has none. */
  readonly proxy?: URL;
  readonly caller: Caller;
}

/** Selects a kubeconfig and a context. */
export interface KubeconfigChoice {
  /** A file. Defaults to `KUBECONFIG`, then `~/.kube/config`, as in kubectl. */
  readonly path?: string;
  /** Defaults to the current context. */
  readonly context?: string;
}

/**
 * Reads a kubeconfig with the loader of the Kubernetes client. The loader supports exec credential plugins, and inline
 * data as well as files. Resolves with the address and credentials of the cluster. The client is loaded lazily, because
 * it is large.
 *
 * @throws KubeconfigUnusable when there is no such file or context, or when it cannot be read.
 *
 * @throws TargetUnreachable when a credential plugin fails.
 */
export async function readKubeconfig(choice: KubeconfigChoice): Promise<ClusterAccess> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  const what = choice.path === undefined ? "the default kubeconfig" : `kubeconfig ${choice.path}`;
  load(config, choice.path, what);
  if (choice.context !== undefined) config.setCurrentContext(choice.context);
  const cluster = clusterOf(config, what);
  useTokenFile(config, choice.path, what);
  return accessOf(config, cluster, what);
}

function load(config: KubeConfig, path: string | undefined, what: string): void {
  try {
    if (path === undefined) config.loadFromDefault();
    else config.loadFromFile(path);
  } catch (error) {
    // For an empty document, the client library throws a TypeError. `clusterOf` then reports that there are no
    // contexts.
    if (error instanceof TypeError) return;
    throw new KubeconfigUnusable(`${what} ${loadProblem(error)}`, {
      fix: kubectlFix,
      cause: error,
    });
  }
}

const kubectlFix = "Pass a kubeconfig that kubectl accepts with --kubeconfig FILE.";

function loadProblem(error: unknown): string {
  const { code } = fileProblemIn(error) ?? {};
  if (code === "ENOENT") return "does not exist";
  if (code !== undefined) return `cannot be read: ${reasonOf(error)}`;
  const isYaml = error instanceof Error && error.name === "YAMLException";
  return `${isYaml ? "is not valid YAML" : "is not a kubeconfig"}: ${firstLineOf(messageOf(error))}`;
}

/** Returns the error of a file operation. Undefined for other errors, such as a program that cannot be started. */
function fileProblemIn(
  error: unknown,
): { readonly code: string; readonly path: string } | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return undefined;
  const { code, syscall } = error;
  if (typeof code !== "string" || typeof syscall !== "string") return undefined;
  if (!["open", "read", "stat"].includes(syscall)) return undefined;
  return { code, path: "path" in error && typeof error.path === "string" ? error.path : "" };
}

function clusterOf(config: KubeConfig, what: string): ConfiguredCluster {
  const names = config.getContexts().map(({ name }) => name);
  if (names.length === 0) {
    throw new KubeconfigUnusable(`${what} has no contexts`, { fix: kubectlFix });
  }
  const current: string | undefined = config.getCurrentContext();
  const context = config.getContexts().find(({ name }) => name === current);
  if (context === undefined) {
    const isNone = current === undefined || current === "";
    throw new KubeconfigUnusable(
      isNone ? `${what} has no current context` : `${what} has no context ${current}`,
      { fix: `Choose one of ${names.join(", ")} with --context.` },
    );
  }
  const place = `context ${context.name} of ${what}`;
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw undefinedIn(place, "cluster", context.cluster);
  // A context without a user is valid: its requests are anonymous.
  if (context.user && config.getCurrentUser() === null) {
    throw undefinedIn(place, "user", context.user);
  }
  if (!URL.canParse(cluster.server) || !/^https?:/u.test(cluster.server)) {
    throw new KubeconfigUnusable(`the address of cluster ${cluster.name} in ${what} is not a URL`, {
      fix: "Set server to an address that starts with https://.",
    });
  }
  return cluster;
}

function undefinedIn(place: string, part: "cluster" | "user", name: string): KubeconfigUnusable {
  return new KubeconfigUnusable(`${place} has no ${part}: ${name} is not defined`, {
    fix: kubectlFix,
  });
}

function useTokenFile(config: KubeConfig, path: string | undefined, what: string): void {
  const user = config.getCurrentUser();
  if (user === null) return;
  try {
    const token = tokenFromFile(path, user.name);
    if (token === undefined) return;
    config.users = config.users.map((known) => (known === user ? { ...user, token } : known));
  } catch (error) {
    throw new KubeconfigUnusable(`the token file of ${what} cannot be read: ${messageOf(error)}`, {
      fix: "Set tokenFile to a file that contains a token.",
      cause: error,
    });
  }
}

type ConfiguredCluster = NonNullable<ReturnType<KubeConfig["getCurrentCluster"]>>;

async function accessOf(
  config: KubeConfig,
  cluster: ConfiguredCluster,
  what: string,
): Promise<ClusterAccess> {
  const options: HttpsOptions = {};
  try {
    await config.applyToHTTPSOptions(options);
  } catch (error) {
    const problem = fileProblemIn(error);
    if (problem !== undefined) {
      const why = `${reasonOf(error)}: ${problem.path}`;
      throw new KubeconfigUnusable(`${what} names a file that cannot be read: ${why}`, {
        fix: "Correct the path of the certificate or key.",
        cause: error,
      });
    }
    // The original error is not attached, because a failed plugin may print its input.
    const why = new Secrets(givenToPlugin(config.getCurrentUser()?.exec)).redact(messageOf(error));
    throw new TargetUnreachable(`the credentials of ${what} are not available: ${why}`, {
      fix: "Make `kubectl auth whoami` work with the same kubeconfig first.",
    });
  }
  const { auth, ca, cert, key, servername, headers = {} } = options;
  const authorization = headers["Authorization"] ?? (auth === undefined ? undefined : basic(auth));
  return {
    server: cluster.server,
    ...proxyOf(cluster, what),
    tls: {
      ...(ca === undefined ? {} : { certificateAuthority: ca }),
      ...(cert === undefined ? {} : { certificate: cert }),
      ...(key === undefined ? {} : { key }),
      ...(servername === undefined ? {} : { serverName: servername }),
      ...(cluster.skipTLSVerify ? { isInsecure: true } : {}),
    },
    caller: {
      headers: authorization === undefined ? {} : { authorization },
      withCertificate: cert !== undefined,
      ...(authorization === undefined
        ? {}
        : { secrets: new Secrets([authorization.replace(/^\S+ /u, "")]) }),
    },
  };
}

function proxyOf(
  { name, proxyUrl = "" }: ConfiguredCluster,
  what: string,
): Pick<ClusterAccess, "proxy"> {
  return proxyUrl === "" ? {} : { proxy: parseProxy(proxyUrl, `proxy-url of ${name} in ${what}`) };
}

function givenToPlugin(plugin: unknown): readonly string[] {
  const variables = isJsonObject(plugin) && Array.isArray(plugin["env"]) ? plugin["env"] : [];
  return variables.flatMap((variable: unknown) => {
    const value = isJsonObject(variable) ? variable["value"] : undefined;
    return typeof value === "string" ? [value] : [];
  });
}

function basic(nameAndPassword: string): string {
  return `Basic ${Buffer.from(nameAndPassword).toString("base64")}`;
}

interface HttpsOptions {
  /** User name and password, separated by a colon. */
  readonly auth?: string;
  readonly ca?: string | Buffer;
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  readonly servername?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Omits the excerpt of the file that the YAML parser appends. */
function firstLineOf(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}

/**
 * Reads the token from the `tokenFile` of a user in a kubeconfig, because the Kubernetes client does not support this
 * property. As in kubectl, the file takes precedence over a token in the kubeconfig itself, and the first of several
 * kubeconfigs with the user counts. Undefined if there is no `tokenFile`. Throws if the file cannot be read.
 */
export function tokenFromFile(path: string | undefined, user: string): string | undefined {
  for (const kubeconfig of path === undefined ? defaultPaths() : [path]) {
    const known = userIn(kubeconfig, user);
    if (known === undefined) continue;
    const named = memberOf(known, "tokenFile");
    if (typeof named !== "string" || named === "") return undefined;
    return readFileSync(resolve(dirname(kubeconfig), named), "utf8").trim();
  }
  return undefined;
}

/** Returns the files that kubectl reads by default: those in `KUBECONFIG`, otherwise `~/.kube/config`. */
function defaultPaths(): readonly string[] {
  const listed = (env["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  return listed.length === 0 ? [join(homedir(), ".kube", "config")] : listed;
}

function userIn(kubeconfig: string, user: string): unknown {
  const users = memberOf(documentIn(kubeconfig), "users");
  const entries: readonly unknown[] = Array.isArray(users) ? users : [];
  const entry = entries.find((candidate) => memberOf(candidate, "name") === user);
  return memberOf(entry, "user");
}

/**
 * Parses a kubeconfig. Undefined if the file cannot be read: the client has already reported errors, and some of
 * several listed files may be absent.
 */
function documentIn(kubeconfig: string): unknown {
  try {
    return parse(readFileSync(kubeconfig, "utf8"));
  } catch {
    return undefined;
  }
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}

/** A kubeconfig is missing, cannot be read, or does not define the requested context. */
export class KubeconfigUnusable extends Error {
  override readonly name = "KubeconfigUnusable";
  readonly fix: string;

  constructor(message: string, options: { readonly fix: string; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.fix = options.fix;
  }
}
