import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "#contract";
import { Cluster } from "../kubernetes/cluster.ts";
import { runCommand } from "../kubernetes/lab-command.ts";
import { ApiClient } from "./api-client.ts";
import { churn } from "./churn.ts";
import { startControllerManager } from "./controller-manager.ts";
import type { LabPrograms } from "./record-log.ts";
import { churnedKinds } from "./wide-churn.ts";

export interface ObservedFinding {
  readonly requirement: string;
  readonly level: string;
  readonly kind: string;
  readonly actual: string;
}

export interface ObservedChurn {
  readonly kinds: number;
  readonly found: readonly ObservedFinding[];
}

export async function observeChurn(
  { etcd, apiServer, controllerManager }: LabPrograms,
  { churnMs, output }: { readonly churnMs: number; readonly output: string },
): Promise<ObservedChurn> {
  const administrators = ["churn-author", "fake-kubelet"];
  await using cluster = await Cluster.start({ etcd, apiServer, administrators });
  await using manager = await startControllerManager(controllerManager, cluster);
  await using author = await ApiClient.of(cluster, "churn-author");
  await using kubelet = await ApiClient.of(cluster, "fake-kubelet");
  const stop = new AbortController();
  const churned = churn({ author, kubelet }, { signal: stop.signal, pauseMs: 300, isWide: true });
  try {
    const { code, printed } = await observe(cluster, { churnMs, output });
    if (code === 2 || code === 3) throw new Error(`observe ended with ${code}: ${printed}`);
  } finally {
    stop.abort();
    await churned;
  }
  if (!manager.isRunning)
    throw new Error(`kube-controller-manager ended: ${manager.command.logPath}`);
  return await observedIn(join(output, "report.json"));
}

async function observe(
  cluster: Cluster,
  { churnMs, output }: { readonly churnMs: number; readonly output: string },
): Promise<{ readonly code: number; readonly printed: string }> {
  const [endpoint = ""] = cluster.endpoints;
  return await runCommand({
    words: `observe --protocol kubernetes --token env:TOKEN --manager kube-controller-manager
      --for ${Math.round(churnMs / 1_000)}s --timeout 60 --format json --quiet --no-color`
      .split(/\s+/u)
      .concat("--endpoint", endpoint, "--certificate-authority", cluster.certificatePath())
      .concat("--output", output, "--kind", ...churnedKinds),
    environment: { ...process.env, TOKEN: cluster.tokens.admin },
    isShown: false,
  });
}

async function observedIn(path: string): Promise<ObservedChurn> {
  const report: unknown = JSON.parse(await readFile(path, "utf8"));
  const { requirements } = isJsonObject(report) ? report : {};
  const found = objectsIn(requirements).flatMap(({ requirement, level, verdict, findings }) =>
    verdict === "fail" || verdict === "warn"
      ? objectsIn(findings)
          .filter(({ result }) => result === "violated")
          .map(({ actual }) => findingOf(requirement, level, actual))
      : [],
  );
  return { kinds: churnedKinds.length, found };
}

function findingOf(requirement: unknown, level: unknown, actual: unknown): ObservedFinding {
  const text = textOf(actual);
  return {
    requirement: textOf(requirement),
    level: textOf(level),
    kind: /^(\w+)/u.exec(text)?.[1] ?? "",
    actual: text,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((one: unknown) => isJsonObject(one)) : [];
}
