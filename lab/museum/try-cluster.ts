import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { JsonValue } from "#contract";
import { scopedSignal } from "#targets";
import { build } from "../implementers/build.ts";
import type { BuildPlaces } from "../implementers/build.ts";
import { built } from "../kubernetes/binaries.ts";
import { Cluster } from "../kubernetes/cluster.ts";
import { runCommand } from "../kubernetes/run-command.ts";
import type { ClusterSystem, Exhibit } from "./exhibit.ts";
import { verdictsIn } from "./try-release.ts";
import type { ReleaseResult } from "./try-release.ts";

/** What one release is asked. */
export interface ClusterTrial extends Pick<Exhibit, "namedKinds" | "serverFlags"> {
  readonly system: ClusterSystem;
  readonly release: string;
  /** The requirements that are asked; all of them where there is none. */
  readonly rules: readonly string[];
  /** Record and reports go there. */
  readonly output: string;
  readonly places: BuildPlaces;
}

const seed = 1;

/** Fetches, builds and starts an API server with an etcd, and runs the suite on it by the command line. */
export async function tryCluster(trial: ClusterTrial): Promise<ReleaseResult> {
  const { system, release, output, places } = trial;
  const { name, tools, program } = system;
  const server = await build({ name, tools, build: system.build(release) }, places);
  if (!server.isBuilt) return { isTried: false, reason: server.reason };
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  await using cluster = await Cluster.start({
    etcd: await etcdOf(places),
    apiServer: join(server.folder, program),
    ...(trial.serverFlags === undefined ? {} : { apiServerFlags: trial.serverFlags }),
  });
  const beganMs = performance.now();
  const { code, printed } = await runCommand({
    words: wordsFor(cluster, trial),
    environment: { ...process.env, TOKEN: cluster.tokens.admin },
    isShown: false,
  });
  const seconds = Math.round((performance.now() - beganMs) / 1_000);
  await writeFile(join(output, "printed.txt"), printed);
  if (code === 2 || code === 3)
    throw new Error(`the run on ${name} ${release} failed: ${printed.slice(-300).trim()}`);
  const report: JsonValue = JSON.parse(await readFile(join(output, "report.json"), "utf8"));
  return { isTried: true, seconds, seed, verdicts: verdictsIn(report) };
}

/** The etcd on which the suite is tested too. */
async function etcdOf({ cache, tell }: BuildPlaces): Promise<string> {
  using limit = scopedSignal({});
  const search = { modules: resolve("lab/kubernetes/servers"), cache: resolve(cache, ".."), tell };
  return await built("etcd", search, limit.signal);
}

function wordsFor(
  cluster: Cluster,
  { rules, output, namedKinds = [] }: ClusterTrial,
): readonly string[] {
  const [endpoint = ""] = cluster.endpoints;
  return [
    ...`--endpoint ${endpoint} --protocol kubernetes --token env:TOKEN`.split(" "),
    ...`--seed ${seed} --format terminal,json --no-color`.split(" "),
    ...namedKinds.flatMap((kind) => ["--kind", kind]),
    ...rules.flatMap((rule) => ["--only", rule]),
    "--certificate-authority",
    cluster.certificatePath(),
    "--output",
    output,
  ];
}
