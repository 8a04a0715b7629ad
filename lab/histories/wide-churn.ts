import type { JsonObject } from "#contract";
import type { ApiClient } from "./api-client.ts";

const namespace = "churn";

/**
 * The kinds whose statuses Kubernetes controllers write, as kubectl names them. The simulated kubelet of the workload
 * writes the statuses of pods.
 */
export const churnedKinds = [
  "certificatesigningrequests.certificates.k8s.io",
  "cronjobs.batch",
  "daemonsets.apps",
  "deployments.apps",
  "horizontalpodautoscalers.autoscaling",
  "jobs.batch",
  "namespaces",
  "nodes",
  "persistentvolumeclaims",
  "persistentvolumes",
  "poddisruptionbudgets.policy",
  "replicasets.apps",
  "replicationcontrollers",
  "resourcequotas",
  "statefulsets.apps",
] as const;

/** Creates objects of kinds that the default workload lacks, and changes some of them in each round. */
export async function widen(author: ApiClient, round: number): Promise<void> {
  if (round === 0)
    for (const [path, body] of first) await author.send({ method: "POST", path, body });
  const replicas = 1 + (round % 3);
  for (const path of scaled) {
    await author.send({ method: "PATCH", path, body: { spec: { replicas } } });
  }
  if (round % 4 === 3) {
    const path = `${inNamespace("policy/v1", "poddisruptionbudgets")}/web`;
    await author.send({ method: "PATCH", path, body: { spec: { minAvailable: round % 3 } } });
  }
  if (round % 6 === 5) {
    const name = `extra-${round}`;
    const body = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
    await author.send({ method: "POST", path: "/api/v1/namespaces", body });
    await author.send({ method: "DELETE", path: `/api/v1/namespaces/${name}` });
  }
}

function inNamespace(apiVersion: string, plural: string): string {
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${root}/namespaces/${namespace}/${plural}`;
}

const podSpec = { containers: [{ name: "main", image: "registry.example/image:1" }] };

function templated(app: string): JsonObject {
  const labels = { app };
  return {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: podSpec },
  };
}

function made(
  [apiVersion, kind, plural]: readonly [string, string, string],
  name: string,
  spec: JsonObject,
): readonly [string, JsonObject] {
  return [inNamespace(apiVersion, plural), { apiVersion, kind, metadata: { name }, spec }];
}

const first: readonly (readonly [string, JsonObject])[] = [
  made(["apps/v1", "StatefulSet", "statefulsets"], "store", {
    ...templated("store"),
    replicas: 2,
    serviceName: "store",
    podManagementPolicy: "Parallel",
  }),
  made(["apps/v1", "DaemonSet", "daemonsets"], "agent", templated("agent")),
  made(["v1", "ReplicationController", "replicationcontrollers"], "old", {
    replicas: 2,
    selector: { app: "old" },
    template: { metadata: { labels: { app: "old" } }, spec: podSpec },
  }),
  made(["policy/v1", "PodDisruptionBudget", "poddisruptionbudgets"], "web", {
    minAvailable: 1,
    selector: { matchLabels: { app: "store" } },
  }),
  made(["autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers"], "web", {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web-0" },
    minReplicas: 1,
    maxReplicas: 4,
  }),
  made(["v1", "ResourceQuota", "resourcequotas"], "most", { hard: { pods: "200" } }),
  made(["batch/v1", "CronJob", "cronjobs"], "each-minute", {
    schedule: "* * * * *",
    jobTemplate: {
      spec: { template: { spec: { ...podSpec, restartPolicy: "Never" } } },
    },
  }),
  made(["v1", "PersistentVolumeClaim", "persistentvolumeclaims"], "data", {
    accessModes: ["ReadWriteOnce"],
    storageClassName: "",
    resources: { requests: { storage: "1Gi" } },
  }),
  [
    "/api/v1/persistentvolumes",
    {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: "data" },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        hostPath: { path: "/data" },
      },
    },
  ],
  ["/api/v1/nodes", { apiVersion: "v1", kind: "Node", metadata: { name: "one" } }],
];

const scaled = [
  `${inNamespace("apps/v1", "statefulsets")}/store`,
  `${inNamespace("v1", "replicationcontrollers")}/old`,
];
