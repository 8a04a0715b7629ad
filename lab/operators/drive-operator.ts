import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { isJsonObject } from "#contract";
import { askCluster } from "../kubernetes/administrator.ts";
import { buildLimitIn, findBinaries } from "../kubernetes/binaries.ts";
import type { BinarySearch } from "../kubernetes/binaries.ts";
import { Cluster } from "../kubernetes/cluster.ts";
import type { ClusterOptions } from "../kubernetes/cluster.ts";
import { defineOwnKinds } from "../kubernetes/own-definitions.ts";
import { runProfile } from "../kubernetes/run-profile.ts";
import { printLine } from "../run-main.ts";

export type Verdicts = ReadonlyMap<string, readonly string[]>;

export interface FoundServers {
  readonly servers: ClusterOptions;
  readonly cache: string;
  readonly limits: Pick<BinarySearch, "limitMs">;
}

/** Finds or builds etcd and kube-apiserver. If they are missing, prints the reason and resolves with undefined. */
export async function findServers(): Promise<FoundServers | undefined> {
  const { env } = process;
  const cache = join(env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "status-conformance");
  const limits = buildLimitIn(env);
  const binaries = await findBinaries({
    ...(env["KUBEBUILDER_ASSETS"] === undefined ? {} : { assets: env["KUBEBUILDER_ASSETS"] }),
    modules: resolve("lab/kubernetes/servers"),
    cache,
    log: printLine,
    ...limits,
  });
  if (!binaries.isFound) {
    printLine(`skipped because the servers are missing: ${binaries.reason}`);
    return undefined;
  }
  return { servers: { etcd: binaries.etcd, apiServer: binaries.apiServer }, cache, limits };
}

export interface OperatorDrive {
  readonly command: string;
  readonly ready: string;
  readonly servers: ClusterOptions;
  readonly output: string;
  readonly words: readonly string[];
  /** The kind to reconcile. Defaults to gears. For any other kind, the operator gets all permissions. */
  readonly kind?: string;
}

const gears = "gears.example.com";

export async function driveOperator({
  command,
  ready,
  servers,
  output,
  words,
  kind = gears,
}: OperatorDrive): Promise<{ readonly code: number; readonly verdicts: Verdicts }> {
  await using cluster = await Cluster.start(servers);
  if (kind === gears) {
    await defineOwnKinds(cluster);
    await allow(cluster);
  } else await allowEverything(cluster);
  const code = await runProfile({
    cluster,
    output,
    command: "controller",
    words: `--kind ${kind} --ready-time 2m --seed 1 --quiet --no-color
      --identity controller=env:CONTROLLER_TOKEN --format terminal,json`
      .split(/\s+/u)
      .concat("--ready", ready, "--command", command, ...words),
    environment: { ...process.env, CONTROLLER_TOKEN: cluster.tokens.controller },
  });
  return { code, verdicts: await verdictsIn(join(output, "report.json")) };
}

function rule(group: string, resources: readonly string[], verbs: string): object {
  return { apiGroups: [group], resources, verbs: verbs.split(" ") };
}

async function allow(cluster: Cluster): Promise<void> {
  const metadata = { name: "operators" };
  const rules = [
    rule("example.com", ["gears"], "get list watch patch update"),
    rule("example.com", ["gears/status"], "get patch update"),
    rule("apiextensions.k8s.io", ["customresourcedefinitions"], "get list watch"),
    rule("", ["namespaces"], "get list watch"),
    rule("", ["events"], "create patch"),
  ];
  const user = { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "controller" };
  const role = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: metadata.name };
  const group = "/apis/rbac.authorization.k8s.io/v1";
  for (const [kind, object] of [
    ["clusterroles", { metadata, rules }],
    ["clusterrolebindings", { metadata, roleRef: role, subjects: [user] }],
  ] as const) {
    const { status, text } = await askCluster(cluster, `${group}/${kind}`, object);
    if (status !== 201) throw new Error(`${kind} could not be created: HTTP ${status} ${text}`);
  }
}

async function allowEverything(cluster: Cluster): Promise<void> {
  const role = {
    apiGroup: "rbac.authorization.k8s.io",
    kind: "ClusterRole",
    name: "cluster-admin",
  };
  const user = { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "controller" };
  const binding = { metadata: { name: "operators" }, roleRef: role, subjects: [user] };
  const path = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
  const { status, text } = await askCluster(cluster, path, binding);
  if (status !== 201) throw new Error(`a role could not be bound: HTTP ${status} ${text}`);
}

async function verdictsIn(path: string): Promise<Verdicts> {
  const verdicts = new Map<string, string[]>();
  const text = await readFile(path, "utf8").catch(() => "{}");
  const report: unknown = JSON.parse(text);
  const lines: unknown = isJsonObject(report) ? report["requirements"] : undefined;
  for (const line of Array.isArray(lines) ? lines : []) {
    const { verdict, requirement } = isJsonObject(line) ? line : {};
    if (typeof verdict !== "string" || typeof requirement !== "string") continue;
    verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), requirement]);
  }
  return verdicts;
}
