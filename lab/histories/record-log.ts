import { copyFile, readFile, writeFile } from "node:fs/promises";
import { ApiClient } from "./api-client.ts";
import { AuditedCluster, policyAt, policyFor } from "./audited-cluster.ts";
import type { AuditLevel } from "./audited-cluster.ts";
import { churn } from "./churn.ts";
import { startControllerManager } from "./controller-manager.ts";
import { plantMistakes, plantedUsers } from "./planted-writers.ts";
import type { PlantedUser } from "./planted-writers.ts";

export interface LabPrograms {
  readonly etcd: string;
  readonly apiServer: string;
  readonly controllerManager: string;
}

export interface RecordedLog {
  readonly level: AuditLevel;
  /** Duration of the workload, in milliseconds. */
  readonly churnMs: number;
  readonly isPlanted: boolean;
  readonly into: string;
}

const users = [...plantedUsers, "churn-author", "fake-kubelet"];

export async function recordLog(programs: LabPrograms, wish: RecordedLog): Promise<void> {
  const { etcd, apiServer, controllerManager } = programs;
  await using audited = await AuditedCluster.start(
    { etcd, apiServer },
    { policy: policyAt(wish.level), users },
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

/**
 * Executes the planted defects on two API servers with one etcd, with conflicting users on different servers, and
 * stores both audit logs. The clock of the second server is N milliseconds behind.
 */
export async function recordTwoLogs(
  { etcd, apiServer }: LabPrograms,
  { into, behindMs }: { readonly into: readonly [string, string]; readonly behindMs: number },
): Promise<void> {
  const policy = policyAt("RequestResponse");
  await using audited = await AuditedCluster.start(
    { etcd, apiServer, replicas: 2 },
    { policy, users },
  );
  await plant(audited, (user) => (onSecondServer.has(user) ? 1 : 0));
  await copyFile(audited.logPath(0), into[0]);
  const second = await readFile(audited.logPath(1), "utf8");
  await writeFile(into[1], setBack(second, behindMs));
}

/**
 * Executes the planted defects, and stores the log that an audit policy for their kind produces. It is the example in
 * the guide.
 */
export async function recordSample(
  { etcd, apiServer }: Pick<LabPrograms, "apiServer" | "etcd">,
  into: string,
): Promise<void> {
  const policy = policyFor("lab.example", "widgets");
  await using audited = await AuditedCluster.start({ etcd, apiServer }, { policy, users });
  await plant(audited);
  await copyFile(audited.logPath(), into);
}

/** Users whose requests go to the second server: one user of each conflicting pair, and some others. */
const onSecondServer: ReadonlySet<string> = new Set<PlantedUser>([
  "telemetry-bot",
  "legacy-bot",
  "scaler-b",
  "stubborn-bot",
  "overreach-bot",
]);

/** Shifts the timestamps of a log, as if the server's clock were behind. */
export function setBack(log: string, behindMs: number): string {
  return log.replaceAll(
    /(?<="(?:requestReceivedTimestamp|stageTimestamp)":")[^"]+(?=\d{3}Z")/gu,
    // Shifts the milliseconds, and keeps the digits after them.
    (milliseconds) =>
      new Date(Date.parse(`${milliseconds}Z`) - behindMs).toISOString().slice(0, -1),
  );
}

async function plant(
  { cluster }: AuditedCluster,
  serverOf: (user: PlantedUser) => number = () => 0,
): Promise<void> {
  const opened: ApiClient[] = [];
  const client = async (user: PlantedUser): Promise<ApiClient> => {
    const one = await ApiClient.of(cluster, user, serverOf(user));
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
