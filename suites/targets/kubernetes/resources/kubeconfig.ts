import type { KubeConfig } from "@kubernetes/client-node";
import { isJsonObject } from "#contract";
import { Secrets } from "../../port/secrets.ts";
import { TargetUnreachable } from "../../port/target.ts";
import { tokenFromFile } from "./token-file.ts";
import type { Caller } from "./caller.ts";
import type { TlsMaterial } from "./transport.ts";

/** The cluster and the user of a context in a kubeconfig. */
export interface ClusterAccess {
  /** Address of the API server. */
  readonly server: string;
  readonly tls: TlsMaterial;
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
 * Reads a kubeconfig with the loader of the Kubernetes client, which supports exec credential plugins, and data inline
 * and in files. Loaded lazily, because the client is large.
 *
 * @throws TargetUnreachable when there is no such file or context, or when it cannot be read.
 */
export async function readKubeconfig(choice: KubeconfigChoice): Promise<ClusterAccess> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  const what = choice.path ?? "the default kubeconfig";
  try {
    if (choice.path === undefined) config.loadFromDefault();
    else config.loadFromFile(choice.path);
  } catch (error) {
    throw new TargetUnreachable(`${what} cannot be read: ${firstLineOf(messageOf(error))}`, {
      fix: "Pass a kubeconfig that kubectl accepts with --kubeconfig FILE.",
      cause: error,
    });
  }
  if (choice.context !== undefined) config.setCurrentContext(choice.context);
  const cluster = config.getCurrentCluster();
  if (cluster === null) {
    const names = config.getContexts().map(({ name }) => name);
    throw new TargetUnreachable(
      `${what} has no context ${choice.context ?? config.getCurrentContext()}`,
      {
        fix:
          names.length === 0
            ? "Pass a kubeconfig with at least one context."
            : `Choose one of ${names.join(", ")}.`,
      },
    );
  }
  useTokenFile(config, choice.path, what);
  return accessOf(config, cluster, what);
}

function useTokenFile(config: KubeConfig, path: string | undefined, what: string): void {
  const user = config.getCurrentUser();
  if (user === null) return;
  try {
    const token = tokenFromFile(path, user.name);
    if (token === undefined) return;
    config.users = config.users.map((known) => (known === user ? { ...user, token } : known));
  } catch (error) {
    throw new TargetUnreachable(`the token file of ${what} cannot be read: ${messageOf(error)}`, {
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
    // A failed plugin may print its input, so the original error is not attached.
    const why = new Secrets(givenToPlugin(config.getCurrentUser()?.exec)).redact(messageOf(error));
    throw new TargetUnreachable(`the credentials of ${what} are not available: ${why}`, {
      fix: "Make `kubectl auth whoami` work with the same kubeconfig first.",
    });
  }
  const { auth, ca, cert, key, servername, headers = {} } = options;
  const authorization = headers["Authorization"] ?? (auth === undefined ? undefined : basic(auth));
  return {
    server: cluster.server,
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

/** The values that a kubeconfig passes to a credential plugin as environment variables. */
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

/** The HTTPS options that the client's loader sets. */
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
