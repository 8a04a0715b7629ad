import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Cluster } from "../kubernetes/cluster.ts";
import { freePort } from "../kubernetes/free-port.ts";
import { ServerProcess } from "../kubernetes/server-process.ts";

/**
 * Runs kube-controller-manager on a cluster. Each controller has its own service account, as installers set it up.
 * Disposing stops the program.
 */
export async function startControllerManager(
  program: string,
  cluster: Cluster,
): Promise<ServerProcess> {
  const kubeconfig = join(cluster.folder, "controller-manager.json");
  const named = { name: "lab" };
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": "lab",
    clusters: [
      {
        ...named,
        cluster: {
          server: cluster.endpoints[0],
          "certificate-authority": cluster.certificatePath(),
        },
      },
    ],
    users: [{ ...named, user: { token: cluster.tokens.admin } }],
    contexts: [{ ...named, context: { cluster: "lab", user: "lab" } }],
  };
  await writeFile(kubeconfig, JSON.stringify(config), { mode: 0o600 });
  const flags = {
    kubeconfig,
    "authentication-kubeconfig": kubeconfig,
    "authorization-kubeconfig": kubeconfig,
    "bind-address": "127.0.0.1",
    "secure-port": String(await freePort()),
    "cert-dir": join(cluster.folder, "controller-manager"),
    "leader-elect": "true",
    "use-service-account-credentials": "true",
    "service-account-private-key-file": cluster.serviceAccountKey,
    "root-ca-file": cluster.certificatePath(),
    "cluster-cidr": "10.1.0.0/16",
    "allocate-node-cidrs": "false",
  };
  return new ServerProcess({
    program,
    parameters: Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
    logPath: join(cluster.folder, "kube-controller-manager.log"),
  });
}
