import type { KubeConfig } from "@kubernetes/client-node";
import { isJsonObject } from "#contract";
import { Secrets } from "../../port/secrets.ts";
import { TargetUnreachable } from "../../port/target.ts";
import { tokenFromFile } from "./token-file.ts";
import type { Caller } from "./caller.ts";
import type { TlsMaterial } from "./transport.ts";

/** What a kubeconfig says about a cluster and the user of a context. */
export interface ClusterAccess {
  /** Address of the API server. */
  readonly server: string;
  readonly tls: TlsMaterial;
  readonly caller: Caller;
}

/** Which kubeconfig, and which of its contexts. */
export interface KubeconfigChoice {
  /** A file. Defaults to `KUBECONFIG`, then `~/.kube/config`, as in kubectl. */
  readonly path?: string;
  /** The current one by default. */
  readonly context?: string;
}

/**
 * Reads a kubeconfig by the loader of the Kubernetes client, so that exec credential plugins, data in
 * files and data in the document all work. The client is loaded only here, because it is large.
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
    throw new TargetUnreachable(`${what} cannot be read: ${messageOf(error)}`, {
      mend: "Give a kubeconfig that kubectl accepts, with --kubeconfig FILE.",
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
        mend:
          names.length === 0 ? "It has no contexts at all." : `Choose one of ${names.join(", ")}.`,
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
      mend: "Name a file with a token as tokenFile.",
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
    // A plugin that fails can print what it was given. The original error would say it again.
    const why = new Secrets(givenToPlugin(config.getCurrentUser()?.exec)).redact(messageOf(error));
    throw new TargetUnreachable(`the credentials of ${what} cannot be had: ${why}`, {
      mend: "Make `kubectl auth whoami` work with the same kubeconfig first.",
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

/** The values of the variables that a credential plugin is started with. */
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

/** The part of the options of an HTTPS request that the client's loader fills in. */
interface HttpsOptions {
  /** A name and a password, with a colon between them. */
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
