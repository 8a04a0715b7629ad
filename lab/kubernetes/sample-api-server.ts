import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { askCluster } from "./administrator.ts";
import { administratorKubeconfig } from "./administrator-kubeconfig.ts";
import type { Cluster } from "./cluster.ts";
import { freePort } from "./free-port.ts";
import { ServerProcess } from "./server-process.ts";

export const sampleGroup = "wardle.example.com";

const namespace = "wardle";

/** Time limit until the server serves the group, in milliseconds. */
const servedMs = 120_000;

const pollMs = 250;

/** Starts sample-apiserver behind the API server of a cluster, and waits until the API server serves its group. */
export async function startSampleApiServer(
  program: string,
  cluster: Cluster,
): Promise<ServerProcess> {
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
  if (status !== 201) throw new Error(`${path} refuses an object: HTTP ${status} ${text}`);
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
