import { copyFile, readFile, writeFile } from "node:fs/promises";
import { ApiClient } from "./api-client.ts";
import { AuditedCluster, policyAt, policyFor } from "./audited-cluster.ts";
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
 * Plants the mistakes on two API servers with one etcd, where those who undo each other's work use different ones, and
 * keeps both audit logs. The clock of the second server is behind by so many milliseconds.
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

/** Plants the mistakes and keeps what a policy for their kind alone records: the sample of the guide. */
export async function recordSample(
  { etcd, apiServer }: Pick<LabPrograms, "apiServer" | "etcd">,
  into: string,
): Promise<void> {
  const policy = policyFor("lab.example", "widgets");
  await using audited = await AuditedCluster.start({ etcd, apiServer }, { policy, users });
  await plant(audited);
  await copyFile(audited.logPath(), into);
}

/** Of each pair one, and some of those who err alone. */
const onSecondServer: ReadonlySet<string> = new Set<PlantedUser>([
  "telemetry-bot",
  "legacy-bot",
  "scaler-b",
  "stubborn-bot",
  "overreach-bot",
]);

/** The same log as a server with a slow clock would have written it. */
export function setBack(log: string, behindMs: number): string {
  return log.replaceAll(
    /(?<="(?:requestReceivedTimestamp|stageTimestamp)":")[^"]+(?=\d{3}Z")/gu,
    // To the millisecond; the digits behind it stay.
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
