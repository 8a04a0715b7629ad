import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "#contract";
import { scopedSignal } from "#targets";
import { askCluster } from "./administrator.ts";
import { built } from "./binaries.ts";
import type { BinarySearch } from "./binaries.ts";
import { Cluster } from "./cluster.ts";
import type { ClusterOptions } from "./cluster.ts";
import { defineOwnKinds } from "./own-definitions.ts";
import { runProfile } from "./run-profile.ts";

export interface ClientGoTrial {
  readonly servers: ClusterOptions;
  readonly search: BinarySearch;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const output = "conformance-results/kubernetes-client-go";

/** Requirements that must pass, as proof that the controller and its writes were observed. */
const passed = [
  "controller.status-converges",
  "controller.retries-are-bounded",
  "controller.spec-untouched",
] as const;

const accusing = new Set(["fail", "flaky", "warn", "errored"]);

/**
 * Observes a client-go program that was written without knowledge of the suite. It uses a built-in kind in Protobuf, a
 * custom kind in JSON, and config maps. Resolves with the exit code, which is 0 if there was no finding. If the
 * program cannot be built, prints the reason.
 */
export async function tryClientGo({
  servers,
  search,
  environment,
}: ClientGoTrial): Promise<number> {
  const { log } = search;
  const program = await programOf(search);
  if (program === undefined) return environment["REQUIRE_KUBERNETES"] === "1" ? 3 : 0;
  await using cluster = await Cluster.start(servers);
  await defineOwnKinds(cluster);
  await allowConfigMaps(cluster);
  const code = await runProfile({
    cluster,
    output,
    command: "controller",
    words: `--kind deployments.apps --kind gears.example.com --ready ready --ready-time 5m
      --identity controller=env:CONTROLLER_TOKEN --seed 1 --runs 8 --quiet`
      .split(/\s+/u)
      .concat("--command", `exec '${program}'`),
    environment: { ...environment, CONTROLLER_TOKEN: cluster.tokens.controller },
  });
  // Without promises for the kinds, requirements that depend on promises remain inconclusive. This is not a failure.
  if (code !== 0 && code !== 4) return code;
  const problems = await problemsIn(join(output, "report.json"));
  if (problems.length > 0) log(`not as expected: ${problems.join(", ")}`);
  return problems.length > 0 ? 1 : 0;
}

async function programOf(search: BinarySearch): Promise<string | undefined> {
  const { limitMs, log, ...rest } = search;
  using limit = scopedSignal(limitMs === undefined ? {} : { limitMs });
  try {
    return await built(
      "client-go",
      { ...rest, log, modules: join(search.modules, "..") },
      limit.signal,
    );
  } catch (error) {
    log(`skipped: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function allowConfigMaps(cluster: Cluster): Promise<void> {
  const metadata = { name: "keeps-config-maps" };
  const role = {
    metadata,
    rules: [
      {
        apiGroups: [""],
        resources: ["configmaps"],
        verbs: ["get", "list", "watch", "create"],
      },
    ],
  };
  const binding = {
    metadata,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: metadata.name },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "controller" }],
  };
  const group = "/apis/rbac.authorization.k8s.io/v1";
  for (const [kind, object] of [
    ["clusterroles", role],
    ["clusterrolebindings", binding],
  ] as const) {
    const { status, text } = await askCluster(cluster, `${group}/${kind}`, object);
    if (status !== 201) throw new Error(`${kind} could not be created: HTTP ${status} ${text}`);
  }
}

async function problemsIn(path: string): Promise<readonly string[]> {
  const report: unknown = JSON.parse(await readFile(path, "utf8"));
  const all: unknown = isJsonObject(report) ? report["requirements"] : [];
  const found: readonly unknown[] = Array.isArray(all) ? all : [];
  const verdicts = new Map(
    found.filter(isJsonObject).map(({ requirement, verdict }) => [requirement, verdict] as const),
  );
  const accused = [...verdicts].filter(
    ([, verdict]) => typeof verdict === "string" && accusing.has(verdict),
  );
  const unproven = passed.filter((requirement) => verdicts.get(requirement) !== "pass");
  return [...accused.map((one) => JSON.stringify(one)), ...unproven];
}
