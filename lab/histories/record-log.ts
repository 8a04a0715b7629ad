import { copyFile } from "node:fs/promises";
import { ApiClient } from "./api-client.ts";
import { AuditedCluster } from "./audited-cluster.ts";
import type { AuditLevel } from "./audited-cluster.ts";
import { churn } from "./churn.ts";
import { startControllerManager } from "./controller-manager.ts";
import { plantMistakes, plantedUsers } from "./planted-writers.ts";
import type { PlantedUser } from "./planted-writers.ts";

/** The programs that take part. */
export interface LabPrograms {
  readonly etcd: string;
  readonly apiServer: string;
  readonly controllerManager: string;
}

/** What is to happen while a log is recorded. */
export interface RecordedLog {
  readonly level: AuditLevel;
  /** How long workloads come and go, in milliseconds. */
  readonly churnMs: number;
  readonly isPlanted: boolean;
  /** Where the log is kept. */
  readonly into: string;
}

const users = [...plantedUsers, "churn-author", "fake-kubelet"];

/** Starts a real control plane, lets it work, and keeps its audit log. */
export async function recordLog(programs: LabPrograms, wish: RecordedLog): Promise<void> {
  const { etcd, apiServer, controllerManager } = programs;
  await using audited = await AuditedCluster.start(
    { etcd, apiServer },
    { level: wish.level, users },
  );
  const { cluster } = audited;
  await using manager = await startControllerManager(controllerManager, cluster);
  await using author = await ApiClient.of(cluster, "churn-author");
  await using kubelet = await ApiClient.of(cluster, "fake-kubelet");
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), wish.churnMs);
  const churned = churn({ author, kubelet }, { signal: stop.signal, pauseMs: 300 });
  try {
    if (wish.isPlanted) await plant(audited);
    await churned;
  } finally {
    stop.abort();
    clearTimeout(timer);
    await churned;
  }
  if (!manager.isRunning)
    throw new Error(`kube-controller-manager ended: ${manager.command.logPath}`);
  await manager[Symbol.asyncDispose]();
  await copyFile(audited.logPath(), wish.into);
}

async function plant({ cluster }: AuditedCluster): Promise<void> {
  const opened: ApiClient[] = [];
  const client = async (user: PlantedUser): Promise<ApiClient> => {
    const one = await ApiClient.of(cluster, user);
    opened.push(one);
    return one;
  };
  try {
    await plantMistakes({
      owner: await client("owner"),
      "health-bot": await client("health-bot"),
      "telemetry-bot": await client("telemetry-bot"),
      "legacy-bot": await client("legacy-bot"),
      "scaler-a": await client("scaler-a"),
      "scaler-b": await client("scaler-b"),
      "busy-bot": await client("busy-bot"),
      "stubborn-bot": await client("stubborn-bot"),
      "overreach-bot": await client("overreach-bot"),
    });
  } finally {
    for (const one of opened) await one[Symbol.asyncDispose]();
  }
}
