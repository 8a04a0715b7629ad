import { join } from "node:path";
import { scopedSignal } from "#targets";
import { built } from "./binaries.ts";
import type { BinarySearch } from "./binaries.ts";
import { Cluster } from "./cluster.ts";
import type { ClusterOptions } from "./cluster.ts";
import { makeFrontProxy } from "./front-proxy.ts";
import { runProfile } from "./run-profile.ts";
import { sampleGroup, startSampleApiServer } from "./sample-api-server.ts";

export interface OtherServersTrial {
  readonly servers: ClusterOptions;
  readonly search: BinarySearch;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Runs the profile on the kinds of a sample-apiserver behind a kube-apiserver. Resolves with the exit code. */
export async function trySampleApiServer(trial: OtherServersTrial): Promise<number> {
  const program = await programOf("sample-apiserver", trial);
  if (program === undefined) return codeIfMissing(trial);
  trial.search.tell("sample-apiserver behind kube-apiserver");
  await using proxy = await makeFrontProxy(new Date());
  await using cluster = await Cluster.start({ ...trial.servers, apiServerFlags: proxy.flags });
  await using sample = await startSampleApiServer(program, cluster);
  const kindFile = join(trial.search.modules, "sample-apiserver", "kinds.yaml");
  const kind = ["--kind", `flunders.${sampleGroup}`, "--kind-file", kindFile];
  const words = [...kind, ...trial.words];
  const { environment } = trial;
  const code = await runProfile({ cluster, output: `${output}-sample`, words, environment });
  if (!sample.isRunning) throw new Error(`sample-apiserver ended: ${sample.command.logPath}`);
  return code;
}

const output = "conformance-results/kubernetes";

async function programOf(name: string, { search }: OtherServersTrial): Promise<string | undefined> {
  const { limitMs, ...rest } = search;
  using limit = scopedSignal(limitMs === undefined ? {} : { limitMs });
  try {
    return await built(name, rest, limit.signal);
  } catch (error) {
    search.tell(`skipped: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function codeIfMissing({ environment }: OtherServersTrial): number {
  return environment["REQUIRE_KUBERNETES"] === "1" ? 3 : 0;
}
