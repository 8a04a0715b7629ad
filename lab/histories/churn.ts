import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { ApiClient } from "./api-client.ts";
import { widen } from "./wide-churn.ts";

const namespace = "churn";
const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`;
const pods = `/api/v1/namespaces/${namespace}/pods`;

export interface ChurnClients {
  readonly author: ApiClient;
  readonly kubelet: ApiClient;
}

export interface ChurnSettings {
  readonly signal: AbortSignal;
  readonly pauseMs: number;
  /** Whether controllers change objects of all kinds, and not only workloads and pods. */
  readonly isWide?: boolean;
}

/**
 * Creates, scales, updates and deletes workloads until the signal aborts. Starts and stops pods like a kubelet, which
 * keeps the cluster's controllers busy.
 */
export async function churn(
  { author, kubelet }: ChurnClients,
  { signal, pauseMs, isWide = false }: ChurnSettings,
): Promise<void> {
  await author.send({
    method: "POST",
    path: "/api/v1/namespaces",
    body: objectOf("v1", "Namespace", namespace),
  });
  for (let round = 0; !signal.aborted; round += 1) {
    await author.send({
      method: "POST",
      path: deployments,
      body: deploymentOf(`web-${round % 5}`),
    });
    await author.send({ method: "POST", path: jobs, body: jobOf(`job-${round}`) });
    const name = `web-${(round + 1) % 5}`;
    const replicas = 1 + (round % 4);
    await author.send({
      method: "PATCH",
      path: `${deployments}/${name}`,
      body: { spec: { replicas } },
    });
    const template = { metadata: { annotations: { round: String(round) } } };
    if (round % 3 === 0) {
      await author.send({
        method: "PATCH",
        path: `${deployments}/web-${round % 5}`,
        body: { spec: { template } },
      });
    }
    if (round % 7 === 6) await author.send({ method: "DELETE", path: `${deployments}/${name}` });
    if (round > 3) {
      const path = `${jobs}/job-${round - 4}?propagationPolicy=Background`;
      await author.send({ method: "DELETE", path });
    }
    if (isWide) await widen(author, round);
    await runPods(kubelet);
    await pause(pauseMs, signal);
  }
}

async function runPods(kubelet: ApiClient): Promise<void> {
  const { object } = await kubelet.send({ method: "GET", path: pods });
  const items = Array.isArray(object["items"]) ? object["items"] : [];
  for (const pod of items) {
    if (!isJsonObject(pod)) continue;
    const { metadata, status } = pod;
    const { name, deletionTimestamp, labels } = isJsonObject(metadata) ? metadata : {};
    const phase = isJsonObject(status) ? status["phase"] : undefined;
    if (typeof name !== "string") continue;
    const path = `${pods}/${name}`;
    if (deletionTimestamp !== undefined) {
      await kubelet.send({ method: "DELETE", path, body: { gracePeriodSeconds: 0 } });
    } else if (phase === "Pending" || phase === "Running") {
      const isJob = isJsonObject(labels) && labels["job-name"] !== undefined;
      if (phase === "Running" && !isJob) continue;
      const next = phase === "Running" ? "Succeeded" : "Running";
      await kubelet.send({ method: "PATCH", path: `${path}/status`, body: podStatus(next) });
    }
  }
}

function podStatus(phase: string): JsonObject {
  const isRunning = phase === "Running";
  const now = new Date().toISOString().replace(/\.\d+Z$/u, "Z");
  const types = ["Initialized", "Ready", "ContainersReady", "PodScheduled"];
  const conditions = types.map((type) => ({
    type,
    status: isRunning || type === "PodScheduled" ? "True" : "False",
    lastTransitionTime: now,
  }));
  const state = isRunning
    ? { running: { startedAt: now } }
    : { terminated: { exitCode: 0, startedAt: now, finishedAt: now, reason: "Completed" } };
  const container = {
    name: "main",
    image: "registry.example/image:1",
    imageID: "",
    restartCount: 0,
  };
  const containerStatuses = [{ ...container, ready: isRunning, state }];
  return { status: { phase, conditions, startTime: now, containerStatuses } };
}

function objectOf(apiVersion: string, kind: string, name: string): JsonObject {
  return { apiVersion, kind, metadata: { name } };
}

const podSpec = { containers: [{ name: "main", image: "registry.example/image:1" }] };

function deploymentOf(name: string): JsonObject {
  const labels = { app: name };
  return {
    ...objectOf("apps/v1", "Deployment", name),
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec },
    },
  };
}

function jobOf(name: string): JsonObject {
  return {
    ...objectOf("batch/v1", "Job", name),
    spec: {
      completions: 2,
      parallelism: 2,
      template: { spec: { ...podSpec, restartPolicy: "Never" } },
    },
  };
}

async function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, pauseMs);
    signal.addEventListener("abort", end);
  });
}
