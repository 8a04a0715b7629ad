import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Cluster } from "./cluster.ts";

/** Writes a kubeconfig with the administrator's token into the folder of the cluster. Resolves with its path. */
export async function administratorKubeconfig(cluster: Cluster, name: string): Promise<string> {
  const path = join(cluster.folder, `${name}.json`);
  const named = { name: "lab" };
  const server = {
    server: cluster.endpoints[0],
    "certificate-authority": cluster.certificatePath(),
  };
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": "lab",
    clusters: [{ ...named, cluster: server }],
    users: [{ ...named, user: { token: cluster.tokens.admin } }],
    contexts: [{ ...named, context: { cluster: "lab", user: "lab" } }],
  };
  await writeFile(path, JSON.stringify(config), { mode: 0o600 });
  return path;
}
