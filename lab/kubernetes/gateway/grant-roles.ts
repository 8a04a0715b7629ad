import { askCluster } from "../administrator.ts";
import type { Cluster } from "../cluster.ts";
import type { User } from "../users.ts";

const apiGroups = ["example.com"];

const reads = ["get", "list", "watch"];

const roles: Readonly<Partial<Record<User, readonly object[]>>> = {
  author: [
    {
      apiGroups,
      resources: ["gears"],
      verbs: [...reads, "create", "update", "patch", "delete"],
    },
  ],
  controller: [
    { apiGroups, resources: ["gears"], verbs: reads },
    { apiGroups, resources: ["gears/status"], verbs: ["get", "update", "patch"] },
  ],
  reader: [{ apiGroups, resources: ["gears"], verbs: reads }],
};

/** Creates the namespaces, and gives each user the permissions of its role on gears. */
export async function grantRoles(cluster: Cluster, namespaces: readonly string[]): Promise<void> {
  for (const name of namespaces) await make(cluster, "/api/v1/namespaces", { metadata: { name } });
  const path = "/apis/rbac.authorization.k8s.io/v1";
  const apiGroup = "rbac.authorization.k8s.io";
  for (const [user, rules] of Object.entries(roles)) {
    const name = `gateway-${user}`;
    await make(cluster, `${path}/clusterroles`, { metadata: { name }, rules });
    await make(cluster, `${path}/clusterrolebindings`, {
      metadata: { name },
      roleRef: { apiGroup, kind: "ClusterRole", name },
      subjects: [{ kind: "User", name: user, apiGroup }],
    });
  }
}

async function make(cluster: Cluster, path: string, object: object): Promise<void> {
  const { status, text } = await askCluster(cluster, path, object);
  if (status !== 201) throw new Error(`${path} rejects an object: HTTP ${status} ${text}`);
}
