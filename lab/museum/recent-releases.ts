import { join } from "node:path";
import type { BuildPlaces } from "../implementers/build.ts";
import type { Exhibit } from "./exhibit.ts";
import { servedKinds } from "./gears.ts";
import type { ReleaseResult } from "./run-suite.ts";
import { systems } from "./systems.ts";
import { tryCluster } from "./try-cluster.ts";
import { isRed } from "./try-exhibit.ts";
import { tryRelease } from "./try-release.ts";
import type { Judgement } from "./judgements/judgement.ts";

/** A recent release of a served system or of an API server. `reports/results` keeps such results. */
export interface Recent extends Pick<Exhibit, "kind"> {
  readonly system: string;
  readonly release: string;
}

export const recent: readonly Recent[] = [
  { system: "fabric8", release: "8.0.0" },
  { system: "controller-runtime", release: "0.25.2", kind: "pods" },
  { system: "kube-apiserver", release: "1.36.3" },
];

export interface RecentRun {
  readonly output: string;
  readonly places: BuildPlaces;
}

export async function tryRecent(
  { system: name, release, kind = "gears" }: Recent,
  { output: folder, places }: RecentRun,
): Promise<ReleaseResult> {
  const output = join(folder, `${name}-${release}`);
  const system = systems.find((one) => one.name === name);
  const shared = { release, output, places, rules: [] };
  if (system?.method === "cluster") return await tryCluster({ ...shared, system });
  if (system?.method === "served") {
    return await tryRelease({ ...shared, system, kind: servedKinds[kind], claimed: [] });
  }
  throw new Error(`${name} is not a served system`);
}

export function judged(
  { system, release }: Recent,
  verdicts: ReadonlyMap<string, { readonly verdict: string }>,
  judgements: readonly Judgement[],
): ReadonlyMap<string, Judgement | undefined> {
  const own = judgements.filter((one) => one.system === system && one.releases.includes(release));
  const broken = [...verdicts].filter(([, { verdict }]) => isRed(verdict));
  return new Map(
    broken.map(([rule]) => [rule, own.find(({ rules }) => rules.some((one) => one === rule))]),
  );
}
