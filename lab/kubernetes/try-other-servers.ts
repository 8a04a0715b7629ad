import { join } from "node:path";
import { scopedSignal } from "#targets";
import { built } from "./binaries.ts";
import type { BinarySearch } from "./binaries.ts";
import { Cluster } from "./cluster.ts";
import type { ClusterOptions } from "./cluster.ts";
import { runProfile } from "./run-profile.ts";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { issueCertificate } from "../../bin/controller/issue-certificate.ts";
import { setTimeout as pause } from "node:timers/promises";
import { askCluster } from "./administrator.ts";
import { administratorKubeconfig } from "./administrator-kubeconfig.ts";
import { freePort } from "./free-port.ts";
import { ServerProcess } from "./server-process.ts";

const sampleGroup = "wardle.example.com";

const namespace = "wardle";

/** Time limit for the server to serve the group, in milliseconds. */
const servedMs = 120_000;

const pollMs = 250;

/** Starts sample-apiserver behind the API server of a cluster. Waits until the API server serves its group. */
async function startSampleApiServer(program: string, cluster: Cluster): Promise<ServerProcess> {
  const kubeconfig = await administratorKubeconfig(cluster, "sample-apiserver");
  const port = await freePort();
  const flags = {
    "etcd-servers": cluster.storageUrl,
    kubeconfig,
    "authentication-kubeconfig": kubeconfig,
    "authorization-kubeconfig": kubeconfig,
    "bind-address": "127.0.0.1",
    "secure-port": String(port),
    "cert-dir": join(cluster.folder, "sample-apiserver"),
  };
  const logPath = join(cluster.folder, "sample-apiserver.log");
  const parameters = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const process = new ServerProcess({ program, parameters, logPath });
  try {
    await register(cluster, port);
    await served(cluster, process);
    return process;
  } catch (error) {
    await process[Symbol.asyncDispose]();
    throw error;
  }
}

async function register(cluster: Cluster, port: number): Promise<void> {
  await make(cluster, "/api/v1/namespaces", { metadata: { name: namespace } });
  await make(cluster, `/api/v1/namespaces/${namespace}/services`, {
    metadata: { name: "api" },
    // Only a service of this type may refer to a loopback address.
    spec: { type: "ExternalName", externalName: "localhost", ports: [{ port }] },
  });
  for (const version of ["v1alpha1", "v1beta1"]) {
    await make(cluster, "/apis/apiregistration.k8s.io/v1/apiservices", {
      metadata: { name: `${version}.${sampleGroup}` },
      spec: {
        group: sampleGroup,
        version,
        groupPriorityMinimum: 1_000,
        versionPriority: 15,
        insecureSkipTLSVerify: true,
        service: { namespace, name: "api", port },
      },
    });
  }
}

async function make(cluster: Cluster, path: string, object: object): Promise<void> {
  const { status, text } = await askCluster(cluster, path, object);
  if (status !== 201) throw new Error(`${path} rejects an object: HTTP ${status} ${text}`);
}

async function served(cluster: Cluster, process: ServerProcess): Promise<void> {
  const untilMs = performance.now() + servedMs;
  while (performance.now() < untilMs && process.isRunning) {
    const { status } = await askCluster(cluster, `/apis/${sampleGroup}/v1alpha1/flunders`);
    if (status === 200) return;
    await pause(pollMs);
  }
  throw new Error(`${sampleGroup} is not served`);
}

/** Certificates for an API server that forwards the identity of its callers to the API servers behind it. */
interface FrontProxy extends AsyncDisposable {
  readonly flags: Readonly<Record<string, string>>;
}

const client = "front-proxy-client";

async function makeFrontProxy(now: Date): Promise<FrontProxy> {
  const folder = await mkdtemp(join(tmpdir(), "status-conformance-front-proxy-"));
  const { authority, certificate, key } = await issueCertificate(
    { authority: "front-proxy", subject: client, usage: "clientAuth" },
    now,
  );
  const paths = {
    authority: join(folder, "authority.crt"),
    certificate: join(folder, "client.crt"),
    key: join(folder, "client.key"),
  };
  await writeFile(paths.authority, authority);
  await writeFile(paths.certificate, certificate);
  await writeFile(paths.key, key, { mode: 0o600 });
  return {
    flags: {
      [`${headers}-client-ca-file`]: paths.authority,
      [`${headers}-allowed-names`]: client,
      [`${headers}-username-headers`]: "X-Remote-User",
      [`${headers}-group-headers`]: "X-Remote-Group",
      [`${headers}-extra-headers-prefix`]: "X-Remote-Extra-",
      "proxy-client-cert-file": paths.certificate,
      "proxy-client-key-file": paths.key,
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const headers = "requestheader";

export interface OtherServersTrial {
  readonly servers: ClusterOptions;
  readonly search: BinarySearch;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export async function trySampleApiServer(trial: OtherServersTrial): Promise<number> {
  const program = await programOf("sample-apiserver", trial);
  if (program === undefined) return codeIfMissing(trial);
  trial.search.log("sample-apiserver behind kube-apiserver");
  await using proxy = await makeFrontProxy(new Date());
  await using cluster = await Cluster.start({ ...trial.servers, apiServerFlags: proxy.flags });
  await using sample = await startSampleApiServer(program, cluster);
  const kindFile = join(trial.search.modules, "sample-apiserver", "kinds.yaml");
  const kind = ["--kind", `flunders.${sampleGroup}`, "--kind-file", kindFile];
  const words = [...kind, ...trial.words];
  const { environment } = trial;
  const code = await runProfile({ cluster, output: `${output}-sample`, words, environment });
  if (!sample.isRunning) throw new Error(`sample-apiserver ended: ${sample.command.logPath}`);
  return code;
}

export async function tryKine(trial: OtherServersTrial): Promise<number> {
  const kine = await programOf("kine", trial);
  if (kine === undefined) return codeIfMissing(trial);
  trial.search.log("kube-apiserver on kine with SQLite");
  await using cluster = await Cluster.start({ ...trial.servers, kine });
  const { environment, words } = trial;
  return await runProfile({ cluster, output: `${output}-kine`, words, environment });
}

/** Runs the profile against another release of kube-apiserver: `1.36`. */
export async function tryRelease(
  trial: OtherServersTrial & { readonly minor: string },
): Promise<number> {
  const { minor, search, servers, environment, words } = trial;
  const releases = await releasesIn(search.modules);
  if (!releases.includes(minor)) {
    search.log(`--release needs one of these releases: ${releases.join(", ")}`);
    return 2;
  }
  const apiServer = await programOf(`${modulePrefix}${minor}`, trial);
  if (apiServer === undefined) return codeIfMissing(trial);
  search.log(`kube-apiserver ${minor}`);
  await using cluster = await Cluster.start({ ...servers, apiServer });
  return await runProfile({ cluster, output: `${output}-${minor}`, words, environment });
}

const modulePrefix = "kube-apiserver-";

async function releasesIn(modules: string): Promise<readonly string[]> {
  const names = await readdir(modules);
  return names
    .filter((name) => name.startsWith(modulePrefix))
    .map((name) => name.slice(modulePrefix.length))
    .toSorted();
}

const output = "conformance-results/kubernetes";

async function programOf(name: string, { search }: OtherServersTrial): Promise<string | undefined> {
  const { limitMs, ...rest } = search;
  using limit = scopedSignal(limitMs === undefined ? {} : { limitMs });
  try {
    return await built(name, rest, limit.signal);
  } catch (error) {
    search.log(`skipped: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function codeIfMissing({ environment }: OtherServersTrial): number {
  return environment["REQUIRE_KUBERNETES"] === "1" ? 3 : 0;
}
