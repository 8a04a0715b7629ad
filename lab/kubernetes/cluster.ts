import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "./free-port.ts";
import { expiredToken, issuer } from "./expired-token.ts";
import { isReady } from "./is-ready.ts";
import { ServerProcess } from "./server-process.ts";
import { users } from "./users.ts";
import type { User } from "./users.ts";

export interface ClusterOptions {
  readonly etcd: string;
  readonly apiServer: string;
  /** A kine program that stores the data in SQLite. Replaces etcd. */
  readonly kine?: string;
  /** Number of API servers that share one etcd. Defaults to 1. */
  readonly replicas?: number;
  /**
   * Additional flags of each API server, without the leading hyphens. `{folder}` is replaced by the folder of the
   * server.
   */
  readonly apiServerFlags?: Readonly<Record<string, string>>;
  /** Additional users with all permissions. A user's token is the user's name. */
  readonly administrators?: readonly string[];
  /** Time limit for starting a server, in milliseconds. */
  readonly readyMs?: number;
}

interface Replica {
  readonly endpoint: string;
  readonly certificatePath: string;
  readonly parameters: readonly string[];
  process: ServerProcess;
}

const keyName = "service-account.key";

const defaultReadyMs = 600_000;

/**
 * etcd and API servers on loopback, with RBAC, static tokens and TLS, in a temporary folder. Disposing stops them and
 * removes the folder.
 */
export class Cluster implements AsyncDisposable {
  readonly folder: string;
  readonly tokens: Readonly<Record<User, string>>;
  private readonly options: ClusterOptions;
  private readonly storage: Storage;
  private readonly replicas: readonly Replica[];

  private constructor(parts: ClusterParts) {
    this.folder = parts.folder;
    this.tokens = parts.tokens;
    this.options = parts.options;
    this.storage = parts.storage;
    this.replicas = parts.replicas;
  }

  /**
   * Starts all servers and waits until they are ready. If a server does not become ready, rejects with the last lines
   * of its log.
   */
  static async start(options: ClusterOptions): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), "status-conformance-kubernetes-"));
    const tokens = newTokens();
    await writeSecrets(folder, tokens, options.administrators ?? []);
    const storage = await startStorage(options, folder);
    const { clientUrl } = storage;
    const replicas: Replica[] = [];
    const cluster = new Cluster({ folder, tokens, options, storage, replicas });
    try {
      for (let index = 0; index < (options.replicas ?? 1); index += 1) {
        const { apiServer: program, apiServerFlags = {} } = options;
        const replica = await newReplica({ folder, clientUrl, index, program, apiServerFlags });
        replicas.push(replica);
        await cluster.ready(replica);
      }
      return cluster;
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The address of each API server, such as `https://127.0.0.1:41234`. */
  get endpoints(): readonly string[] {
    return this.replicas.map(({ endpoint }) => endpoint);
  }

  certificatePath(index = 0): string {
    return this.replica(index).certificatePath;
  }

  /** Returns the folder of an API server. It replaces `{folder}` in its flags. */
  replicaFolder(index = 0): string {
    return dirname(this.replica(index).certificatePath);
  }

  /** The address of the storage, for the etcd protocol. */
  get storageUrl(): string {
    return this.storage.clientUrl;
  }

  /** The path of the key that signs service account tokens. */
  get serviceAccountKey(): string {
    return join(this.folder, keyName);
  }

  expiredToken(): Promise<string> {
    return expiredToken(join(this.folder, keyName));
  }

  async kill(index = 0): Promise<void> {
    await this.replica(index).process.kill();
  }

  /** Restarts a killed API server on the same port and waits until it is ready. */
  async restart(index = 0): Promise<void> {
    const replica = this.replica(index);
    replica.process = new ServerProcess(replica.process.command);
    await this.ready(replica);
  }

  async logTail(index = 0): Promise<string> {
    const text = await readFile(this.replica(index).process.command.logPath, "utf8");
    return text.slice(-2_000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { process } of this.replicas) await process[Symbol.asyncDispose]();
    await this.storage.process[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }

  private replica(index: number): Replica {
    const replica = this.replicas[index];
    if (replica === undefined) throw new Error(`there is no API server ${index}`);
    return replica;
  }

  private async ready(replica: Replica): Promise<void> {
    const untilMs = performance.now() + (this.options.readyMs ?? defaultReadyMs);
    const { endpoint, certificatePath, process } = replica;
    while (performance.now() < untilMs && process.isRunning) {
      if (await isReady({ endpoint, certificatePath, token: this.tokens.admin })) return;
    }
    const index = this.replicas.indexOf(replica);
    throw new Error(`API server ${index} did not become ready: ${await this.logTail(index)}`);
  }
}

interface ClusterParts {
  readonly folder: string;
  readonly tokens: Readonly<Record<User, string>>;
  readonly options: ClusterOptions;
  readonly storage: Storage;
  readonly replicas: readonly Replica[];
}

function newToken(): string {
  return randomBytes(18).toString("base64url");
}

function newTokens(): Record<User, string> {
  return {
    admin: newToken(),
    author: newToken(),
    controller: newToken(),
    reader: newToken(),
    tenant: newToken(),
    reporter: newToken(),
    stranger: newToken(),
  };
}

async function writeSecrets(
  folder: string,
  tokens: Record<User, string>,
  administrators: readonly string[],
): Promise<void> {
  const lines = users.map((user) => {
    const groups = user === "admin" ? ',"system:masters"' : "";
    return `${tokens[user]},${user},${user}${groups}\n`;
  });
  const others = administrators.map((user) => `${user},${user},${user},"system:masters"\n`);
  await writeFile(join(folder, "tokens.csv"), [...lines, ...others].join(""), { mode: 0o600 });
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = privateKey.export({ type: "pkcs1", format: "pem" });
  await writeFile(join(folder, keyName), key, { mode: 0o600 });
}

async function startStorage({ etcd, kine }: ClusterOptions, folder: string): Promise<Storage> {
  return await (kine === undefined ? startEtcd(etcd, folder) : startKine(kine, folder));
}

async function startKine(program: string, folder: string): Promise<Storage> {
  const address = `127.0.0.1:${await freePort()}`;
  const database = `${join(folder, "kine.db")}?_journal=WAL&cache=shared&_busy_timeout=30000`;
  const parameters = flags({
    "listen-address": address,
    endpoint: `sqlite://${database}`,
    "metrics-bind-address": "0",
  });
  const logPath = join(folder, "kine.log");
  return {
    clientUrl: `http://${address}`,
    process: new ServerProcess({ program, parameters, logPath }),
  };
}

async function startEtcd(program: string, folder: string): Promise<Storage> {
  const clientUrl = `http://127.0.0.1:${await freePort()}`;
  const peerUrl = `http://127.0.0.1:${await freePort()}`;
  const parameters = flags({
    "data-dir": join(folder, "etcd"),
    "listen-peer-urls": peerUrl,
    "listen-client-urls": clientUrl,
    "advertise-client-urls": clientUrl,
    "initial-advertise-peer-urls": peerUrl,
    "initial-cluster": `default=${peerUrl}`,
  });
  const logPath = join(folder, "etcd.log");
  return { clientUrl, process: new ServerProcess({ program, parameters, logPath }) };
}

interface Storage {
  readonly clientUrl: string;
  readonly process: ServerProcess;
}

interface ReplicaOptions {
  readonly folder: string;
  readonly clientUrl: string;
  readonly index: number;
  readonly program: string;
  readonly apiServerFlags: Readonly<Record<string, string>>;
}

async function newReplica(options: ReplicaOptions): Promise<Replica> {
  const { folder, clientUrl, index, program, apiServerFlags } = options;
  const port = await freePort();
  const certificates = join(folder, `certificates-${index}`);
  await mkdir(certificates);
  const key = join(folder, keyName);
  const parameters = flags({
    "etcd-servers": clientUrl,
    "bind-address": "127.0.0.1",
    "secure-port": String(port),
    "cert-dir": certificates,
    "authorization-mode": "RBAC",
    "token-auth-file": join(folder, "tokens.csv"),
    "service-account-issuer": issuer,
    "service-account-signing-key-file": key,
    "service-account-key-file": key,
    "service-cluster-ip-range": "10.0.0.0/24",
    "endpoint-reconciler-type": "none",
    // This plugin rejects pods without a service account, and no controller creates service accounts here.
    "disable-admission-plugins": "ServiceAccount",
    ...Object.fromEntries(
      Object.entries(apiServerFlags).map(([name, value]) => [
        name,
        value.replaceAll("{folder}", certificates),
      ]),
    ),
  });
  const logPath = join(folder, `kube-apiserver-${index}.log`);
  return {
    endpoint: `https://127.0.0.1:${port}`,
    certificatePath: join(certificates, "apiserver.crt"),
    parameters,
    process: new ServerProcess({ program, parameters, logPath }),
  };
}

function flags(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).map(([name, value]) => `--${name}=${value}`);
}
