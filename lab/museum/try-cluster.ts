import { join, resolve } from "node:path";
import { scopedSignal } from "#targets";
import { build } from "../implementers/build.ts";
import type { BuildPlaces } from "../implementers/build.ts";
import { built } from "../kubernetes/binaries.ts";
import { Cluster } from "../kubernetes/cluster.ts";
import type { ClusterSystem, Exhibit } from "./exhibit.ts";
import { emptied, runSuite } from "./run-suite.ts";
import type { ReleaseResult } from "./run-suite.ts";

export interface ClusterTrial extends Pick<Exhibit, "namedKinds" | "serverFlags"> {
  readonly system: ClusterSystem;
  readonly release: string;
  readonly rules: readonly string[];
  readonly output: string;
  readonly places: BuildPlaces;
}

export async function tryCluster(trial: ClusterTrial): Promise<ReleaseResult> {
  const { system, release, rules, output, places } = trial;
  const { name, sources: source = name, tools, program } = system;
  const server = await build({ name, source, tools, build: system.build(release) }, places);
  if (!server.isBuilt) return { isTried: false, reason: server.reason };
  await emptied(output);
  await using cluster = await Cluster.start({
    etcd: await etcdOf(places),
    apiServer: join(server.folder, program),
    ...(trial.serverFlags === undefined ? {} : { apiServerFlags: trial.serverFlags }),
  });
  return await runSuite({
    title: `${name} ${release}`,
    words: wordsFor(cluster, trial),
    rules,
    output,
    environment: { TOKEN: cluster.tokens.admin },
  });
}

async function etcdOf({ cache, log }: BuildPlaces): Promise<string> {
  using limit = scopedSignal({});
  const search = {
    modules: resolve("lab/kubernetes/servers"),
    cache: resolve(cache, ".."),
    log,
  };
  return await built("etcd", search, limit.signal);
}

function wordsFor(cluster: Cluster, { namedKinds = [] }: ClusterTrial): readonly string[] {
  const [endpoint = ""] = cluster.endpoints;
  return [
    ...`--endpoint ${endpoint} --protocol kubernetes --token env:TOKEN`.split(" "),
    ...namedKinds.flatMap((kind) => ["--kind", kind]),
    "--certificate-authority",
    cluster.certificatePath(),
  ];
}
