import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { JsonValue } from "#contract";
import { askCluster, patchInCluster } from "../kubernetes/administrator.ts";
import { buildLimitIn, findBinaries } from "../kubernetes/binaries.ts";
import { Cluster } from "../kubernetes/cluster.ts";
import { killOnExit } from "../kubernetes/kill-on-exit.ts";
import { commandLine } from "../kubernetes/lab-command.ts";
import { ServerProcess } from "../kubernetes/server-process.ts";
import type { BuildPlaces } from "../implementers/build.ts";
import { buildRelease } from "./build-release.ts";
import type { ObservedSystem } from "./exhibit.ts";
import { definitionOf, gears, resourceName } from "./gears.ts";
import { emptied, verdictsIn } from "./run-suite.ts";
import type { ReleaseResult } from "./run-suite.ts";

export interface ObservationTrial {
  readonly system: ObservedSystem;
  readonly release: string;
  readonly output: string;
  readonly places: BuildPlaces;
}

const objects = "/apis/example.com/v1/namespaces/default/gears";

/** Time limit for starting each program, in milliseconds. */
const patienceMs = 90_000;

/** Time from the create request until the other client adds its finalizer, in milliseconds. */
const meanwhileMs = 700;

/** Time in which the operator should become idle, in milliseconds. */
const restMs = 8_000;

/**
 * Starts a control plane and an operator, and creates two objects. While the operator processes the second one, another
 * client adds a finalizer. Records the changes with `observe`.
 */
export async function observeRelease(trial: ObservationTrial): Promise<ReleaseResult> {
  const { system, release, output, places } = trial;
  const built = await buildRelease(system, release, places);
  if (!built.isBuilt) return { isTried: false, reason: built.reason };
  const { env } = process;
  const binaries = await findBinaries({
    ...(env["KUBEBUILDER_ASSETS"] === undefined ? {} : { assets: env["KUBEBUILDER_ASSETS"] }),
    modules: resolve("lab/kubernetes/servers"),
    cache: resolve(places.cache, ".."),
    log: places.log,
    ...buildLimitIn(env),
  });
  if (!binaries.isFound) return { isTried: false, reason: binaries.reason };
  await emptied(output);
  await using cluster = await Cluster.start({ ...binaries });
  const beganMs = performance.now();
  await define(cluster);
  const ended = await observed(cluster, trial, built.folder);
  const seconds = Math.round((performance.now() - beganMs) / 1_000);
  if (ended === 2 || ended === 3)
    throw new Error(`the observation of ${system.name} ${release} failed with exit code ${ended}`);
  const report: JsonValue = JSON.parse(await readFile(join(output, "report.json"), "utf8"));
  return { isTried: true, seconds, seed: undefined, verdicts: verdictsIn(report) };
}

async function observed(
  cluster: Cluster,
  { system, output }: ObservationTrial,
  folder: string,
): Promise<unknown> {
  const observer = spawn(process.execPath, [commandLine, ...wordsFor(cluster, system, output)], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, TOKEN: cluster.tokens.admin },
  });
  killOnExit(observer);
  const closed = once(observer, "close");
  try {
    await until(() => isIn(join(output, "run.ndjson"), '"line":"header"'));
    await using operator = await started(cluster, system, folder);
    await turn(cluster);
    if (!operator.isRunning) throw new Error(`${system.name} exited unexpectedly`);
  } finally {
    observer.kill("SIGINT");
  }
  const [code]: unknown[] = await closed;
  return code;
}

function wordsFor(
  cluster: Cluster,
  { manager }: ObservedSystem,
  output: string,
): readonly string[] {
  const [endpoint = ""] = cluster.endpoints;
  const what = `--kind ${resourceName(gears)} --manager ${manager} --format json --quiet`;
  return [
    ...`observe --protocol kubernetes --endpoint ${endpoint} --token env:TOKEN`.split(" "),
    ...what.split(" "),
    "--certificate-authority",
    cluster.certificatePath(),
    "--output",
    output,
  ];
}

async function started(
  cluster: Cluster,
  { start: [program, ...parameters] }: ObservedSystem,
  folder: string,
): Promise<ServerProcess> {
  const kubeconfig = join(cluster.folder, "operator.kubeconfig");
  await writeFile(kubeconfig, kubeconfigOf(cluster));
  return new ServerProcess({
    program: resolve(folder, program),
    parameters,
    logPath: join(folder, "operator.log"),
    folder,
    environment: { KUBECONFIG: kubeconfig },
  });
}

/** Creates one object to show that the operator works, and another to which another client writes at the same time. */
async function turn(cluster: Cluster): Promise<void> {
  await create(cluster, "first");
  await until(async () => (await askCluster(cluster, `${objects}/first`)).text.includes("Turning"));
  await create(cluster, "second");
  await pause(meanwhileMs);
  const { status } = await patchInCluster(cluster, `${objects}/second?fieldManager=another`, {
    metadata: { finalizers: ["example.com/other"] },
  });
  if (status !== 200) throw new Error(`the finalizer was rejected: HTTP ${status}`);
  await pause(restMs);
}

async function create(cluster: Cluster, name: string): Promise<void> {
  const { group, version, kind } = gears;
  const object = {
    apiVersion: `${group}/${version}`,
    kind,
    metadata: { name },
    spec: { teeth: 8 },
  };
  const { status, text } = await askCluster(cluster, `${objects}?fieldManager=author`, object);
  if (status !== 201) throw new Error(`${name} was rejected: HTTP ${status} ${text}`);
}

async function define(cluster: Cluster): Promise<void> {
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const { status, text } = await askCluster(cluster, path, definitionOf(gears));
  if (status !== 201) throw new Error(`the kind was rejected: HTTP ${status} ${text}`);
  await until(async () => (await askCluster(cluster, objects)).status === 200);
}

function kubeconfigOf(cluster: Cluster): string {
  const name = "museum";
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [
      {
        name,
        cluster: {
          server: cluster.endpoints[0],
          "certificate-authority": cluster.certificatePath(),
        },
      },
    ],
    users: [{ name, user: { token: cluster.tokens.admin } }],
  });
}

async function isIn(path: string, sign: string): Promise<boolean> {
  return (await readFile(path, "utf8").catch(() => "")).includes(sign);
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + patienceMs;
  while (!(await isTrue())) {
    if (performance.now() > untilMs) throw new Error(`it did not start within ${patienceMs} ms`);
    await pause(100);
  }
}
