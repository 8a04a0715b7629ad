import { setTimeout as pause } from "node:timers/promises";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { askCluster, replaceInCluster } from "./administrator.ts";
import type { Cluster } from "./cluster.ts";
import { logExpectations } from "./expectations.ts";
import { defineOwnKinds } from "./own-definitions.ts";
import { runCommand } from "./lab-command.ts";

export interface EveryKindTrial {
  readonly cluster: Cluster;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (line: string) => void;
}

const gears = "/apis/example.com/v1/namespaces/default/gears";
const axles = "/apis/example.com/v1beta1/axles";

/**
 * Tests a pattern that matches all kinds of a group, while an object of one kind has a status. The run must skip that
 * kind, test the other kind, and leave no orphaned objects. Then a controller writes to the objects of the other kind,
 * which the next run must not test. Resolves with the number of failed expectations.
 */
export async function tryEveryKind(trial: EveryKindTrial): Promise<number> {
  const { cluster, log } = trial;
  await defineOwnKinds(cluster);
  await report(cluster, gears, {
    apiVersion: "example.com/v1",
    kind: "Gear",
    metadata: { name: "spinning" },
    spec: { teeth: 9, axle: { length: 1 } },
  });
  const first = await outcomesOf("alone", trial);
  const second = await besideController(trial);
  const left = await leftOn(cluster);
  return logExpectations(log, [
    ["a kind whose objects have a status is skipped", first["gears.example.com"] === "skipped"],
    [
      "a kind without a writing controller is conformant",
      first["axles.example.com"] === "conformant",
    ],
    ["a kind whose controller reacts is not tested", second["axles.example.com"] === "not-run"],
    [`nothing is left behind${left.length === 0 ? "" : `: ${left.join(", ")}`}`, left.length === 0],
  ]);
}

async function besideController(trial: EveryKindTrial): Promise<Readonly<Record<string, string>>> {
  const stopping = new AbortController();
  try {
    void writeStatuses(trial.cluster, stopping.signal);
    return await outcomesOf("beside", trial);
  } finally {
    stopping.abort();
  }
}

async function outcomesOf(
  name: string,
  { cluster, environment }: EveryKindTrial,
): Promise<Readonly<Record<string, string>>> {
  const [endpoint = ""] = cluster.endpoints;
  const output = join(cluster.folder, name);
  const { printed } = await runCommand({
    words: `--protocol kubernetes --token env:TOKEN --no-color --runs 2 --seed 1`
      .split(" ")
      .concat("--endpoint", endpoint, "--certificate-authority", cluster.certificatePath())
      .concat("--kind", "*.example.com", "--output", output),
    environment: { ...environment, TOKEN: cluster.tokens.admin },
    isShown: false,
  });
  try {
    return outcomesIn(JSON.parse(await readFile(join(output, "kinds.json"), "utf8")));
  } catch (error) {
    throw new Error(`there is no table of the kinds: ${printed}`, { cause: error });
  }
}

function outcomesIn(table: unknown): Readonly<Record<string, string>> {
  const kinds: unknown = isJsonObject(table) ? table["kinds"] : undefined;
  const all = Array.isArray(kinds) ? kinds.filter((one: unknown) => isJsonObject(one)) : [];
  const pairs = all.flatMap(({ kind, outcome }) =>
    typeof kind === "string" && typeof outcome === "string" ? [[kind, outcome] as const] : [],
  );
  return Object.fromEntries(pairs);
}

async function report(cluster: Cluster, path: string, object: JsonObject): Promise<void> {
  const { status, text } = await askCluster(cluster, path, object);
  if (status !== 201) throw new Error(`an object could not be created: HTTP ${status} ${text}`);
  await writeStatus(cluster, path, JSON.parse(text));
}

async function writeStatus(cluster: Cluster, path: string, object: unknown): Promise<void> {
  if (!isJsonObject(object) || !isJsonObject(object["metadata"])) return;
  const { name } = object["metadata"];
  if (typeof name !== "string") return;
  const query = "?fieldManager=spinner";
  await replaceInCluster(cluster, `${path}/${name}/status${query}`, {
    ...object,
    status: { phase: "Turning" },
  });
}

async function writeStatuses(cluster: Cluster, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await writeAll(cluster).catch(() => undefined);
    await pause(20);
  }
}

async function writeAll(cluster: Cluster): Promise<void> {
  const listed: unknown = JSON.parse((await askCluster(cluster, axles)).text);
  const items: unknown = isJsonObject(listed) ? listed["items"] : undefined;
  for (const item of Array.isArray(items) ? items : []) {
    const object: unknown = item;
    if (!isJsonObject(object) || "status" in object || !isJsonObject(object["metadata"])) continue;
    const { namespace } = object["metadata"];
    if (typeof namespace !== "string") continue;
    const path = `/apis/example.com/v1beta1/namespaces/${namespace}/axles`;
    await writeStatus(cluster, path, {
      apiVersion: "example.com/v1beta1",
      kind: "Axle",
      ...object,
    });
  }
}

/**
 * Finds orphaned namespaces and roles of runs, and all remaining axles. The initial object is a gear, so it does not
 * count.
 */
async function leftOn(cluster: Cluster): Promise<readonly string[]> {
  const paths = [
    "/api/v1/namespaces",
    "/apis/rbac.authorization.k8s.io/v1/clusterroles",
    "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
    axles,
  ];
  const lists = await Promise.all(paths.map(async (path) => askCluster(cluster, path)));
  return lists.flatMap(({ text }, at) => {
    const listed: unknown = JSON.parse(text);
    const items: unknown = isJsonObject(listed) ? listed["items"] : undefined;
    const names = (Array.isArray(items) ? items : []).flatMap((item: unknown) => {
      const metadata: unknown = isJsonObject(item) ? item["metadata"] : undefined;
      const name: unknown = isJsonObject(metadata) ? metadata["name"] : undefined;
      return typeof name === "string" ? [name] : [];
    });
    return names.filter((name) => paths[at] === axles || name.includes("status-conformance-"));
  });
}
