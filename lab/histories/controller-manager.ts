import { join } from "node:path";
import { administratorKubeconfig } from "../kubernetes/administrator-kubeconfig.ts";
import type { Cluster } from "../kubernetes/cluster.ts";
import { freePort } from "../kubernetes/free-port.ts";
import { ServerProcess } from "../kubernetes/server-process.ts";

export async function startControllerManager(
  program: string,
  cluster: Cluster,
  controllers = "*",
): Promise<ServerProcess> {
  const kubeconfig = await administratorKubeconfig(cluster, "controller-manager");
  const flags = {
    kubeconfig,
    controllers,
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
