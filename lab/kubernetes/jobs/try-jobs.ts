import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseAllDocuments } from "yaml";
import { isJsonObject } from "#contract";
import { faults, startReference } from "#reference";
import type { Fault } from "#reference";
import { scopedSignal } from "#targets";
import {
  asText,
  listAt,
  memberAt,
  repositoryText,
  repositoryYaml,
} from "../../../bin/testing/installed-package.ts";
import { startControllerManager } from "../../histories/controller-manager.ts";
import { askCluster } from "../administrator.ts";
import { built } from "../binaries.ts";
import type { BinarySearch } from "../binaries.ts";
import { Cluster } from "../cluster.ts";
import type { ClusterOptions } from "../cluster.ts";
import { logExpectations } from "../expectations.ts";
import { commandLine, runCommand } from "../lab-command.ts";
import type { ServerProcess } from "../server-process.ts";
import { pods, runNodeAgent } from "./node-agent.ts";

export interface JobsTrial {
  readonly servers: ClusterOptions;
  readonly search: BinarySearch;
  readonly log: (line: string) => void;
}

const jobs = "/apis/batch/v1/namespaces/default/jobs";

const patienceMs = 900_000;

/** A fault that cases of every shard reveal. */
const brokenBy = "version-not-required";

/**
 * Runs the Job of `docs/ci` on a real API server with the real Job controller, against the reference and against a
 * faulty one, and the Sonobuoy plugin against the reference. The merged verdicts must be those of a single run.
 * Resolves with the number of failed expectations. If kube-controller-manager cannot be built in time, prints the
 * reason and resolves with 0.
 */
export async function tryJobs(trial: JobsTrial): Promise<number> {
  const { search, log } = trial;
  using limit = scopedSignal(search.limitMs === undefined ? {} : { limitMs: search.limitMs });
  let program: string;
  try {
    program = await built("kube-controller-manager", search, limit.signal);
  } catch (error) {
    log(`skipped because kube-controller-manager is missing: ${String(error)}`);
    return 0;
  }
  const fault = faults.find(({ name }) => name === brokenBy);
  if (fault === undefined) throw new Error(`there is no fault ${brokenBy}`);
  let missed = await onCluster(trial, program, []);
  missed += await onCluster(trial, program, [fault]);
  return missed;
}

async function onCluster(
  { servers, log }: JobsTrial,
  program: string,
  broken: readonly Fault[],
): Promise<number> {
  await using cluster = await Cluster.start(servers);
  // The node of the agent is not an object, so the controllers of nodes and pods would delete its pods.
  await using manager = await startControllerManager(program, cluster, "job-controller");
  const volumes = await mkdtemp(join(tmpdir(), "conformance-volumes-"));
  const stop = new AbortController();
  const programs = await imageOf(volumes);
  const agent = runNodeAgent({ cluster, volumes, programs, signal: stop.signal });
  try {
    await using server = await startReference({ faults: broken });
    const context = { cluster, url: server.url, volumes, log, broken, manager };
    // If the agent failed, the other promise would only end after its time limits.
    return await Promise.race([agent.then(() => 0), inBoth(context)]);
  } finally {
    stop.abort();
    await Promise.allSettled([agent]);
    await rm(volumes, { recursive: true, force: true });
  }
}

async function inBoth(context: Context): Promise<number> {
  const missed = await inShards(context);
  return context.broken.length === 0 ? missed + (await inPlugin(context)) : missed;
}

interface Context {
  readonly manager: Pick<ServerProcess, "isRunning">;
  readonly cluster: Cluster;
  readonly url: string;
  readonly volumes: string;
  readonly log: (line: string) => void;
  readonly broken: readonly Fault[];
}

/** A folder with the command `conformance`, which an image has on its `PATH`. */
async function imageOf(folder: string): Promise<string> {
  const programs = join(folder, "programs");
  await mkdir(programs);
  const command = join(programs, "conformance");
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${commandLine}" "$@"\n`);
  await chmod(command, 0o755);
  return programs;
}

async function inShards(context: Context): Promise<number> {
  const { cluster, url, volumes, log, broken } = context;
  const documents = parseAllDocuments(repositoryText("docs/ci/kubernetes-job.yaml"));
  const manifests = documents.map((document): unknown => document.toJS());
  const [indexed, merging] = manifests.filter((one) => memberAt(one, "kind") === "Job");
  const what = broken.length === 0 ? "the reference" : `the fault ${brokenBy}`;
  await create(cluster, "/api/v1/namespaces/default/persistentvolumeclaims", manifests[0]);
  // One pod at a time: a shard that fails must not prevent the next one from running.
  const sequential = broken.length === 0 ? indexed : withParallelism(indexed, 1);
  await create(cluster, jobs, withVariable(sequential, "ENDPOINT", url));
  const ended = await endOf(context, asText(memberAt(indexed, "metadata", "name")));
  await create(cluster, jobs, merging);
  const merged = await endOf(context, asText(memberAt(merging, "metadata", "name")));
  const results = join(volumes, "conformance-results");
  const single = join(volumes, "single");
  await runCommand({
    words: ["--endpoint", url, "--seed", "1", "--quiet", "--output", single],
    environment: process.env,
    isShown: false,
  });
  const inOne = await verdictsIn(join(single, "report.json"));
  const inThree = await verdictsIn(join(results, "merged", "report.json"));
  const different = [...inOne].filter(([id, verdict]) => inThree.get(id) !== verdict);
  for (const [id, verdict] of different.slice(0, 5)) {
    log(`${id}: ${verdict} in one run, ${inThree.get(id) ?? "missing"} after merging`);
  }
  const isConformant = broken.length === 0;
  return logExpectations(log, [
    [`${what}: each shard writes its record`, await haveRecords(results, 3)],
    [`${what}: the Job ends as ${isConformant ? "Complete" : "Failed"}`, ended === isConformant],
    [`${what}: the Job that merges ends in the same way`, merged === isConformant],
    [`${what}: the merged verdicts are those of one run`, inOne.size > 0 && different.length === 0],
  ]);
}

/** Starts the pod that Sonobuoy creates for a plugin, without the worker that uploads the results. */
async function inPlugin(context: Context): Promise<number> {
  const { cluster, url, volumes, log } = context;
  const container = memberAt(repositoryYaml("docs/ci/sonobuoy-plugin.yaml"), "spec");
  const volume = { name: "results", persistentVolumeClaim: { claimName: "plugin" } };
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "plugin" },
    spec: { restartPolicy: "Never", containers: [container], volumes: [volume] },
  };
  await create(cluster, pods, withVariable(pod, "ENDPOINT", url));
  const phase = await until(context, async () => {
    const found: unknown = JSON.parse((await askCluster(cluster, `${pods}/plugin`)).text);
    const phaseNow = asText(memberAt(found, "status", "phase"));
    return phaseNow === "Succeeded" || phaseNow === "Failed" ? phaseNow : undefined;
  });
  const done = join(volumes, "plugin", "done");
  const named = await readFile(done, "utf8").catch(() => "");
  const junit = named === "" ? "" : await readFile(named, "utf8").catch(() => "");
  return logExpectations(log, [
    ["the plugin's pod succeeds", phase === "Succeeded"],
    [
      "its file names a JUnit report without failures",
      /<testsuites(?=[^>]* failures="0")/u.test(junit),
    ],
  ]);
}

async function create(cluster: Cluster, path: string, object: unknown): Promise<void> {
  const { status, text } = await askCluster(cluster, path, object);
  if (status !== 201) throw new Error(`an object could not be created: HTTP ${status} ${text}`);
}

/** Resolves with whether the Job is complete, once it has ended and none of its pods is running. */
async function endOf(context: Context, name: string): Promise<boolean> {
  const { cluster } = context;
  return await until(context, async () => {
    const job: unknown = JSON.parse((await askCluster(cluster, `${jobs}/${name}`)).text);
    const conditions = listAt(job, "status", "conditions").filter(
      (one) => memberAt(one, "status") === "True",
    );
    const types = new Set(conditions.map((one) => memberAt(one, "type")));
    if (types.has("Complete")) return true;
    return types.has("Failed") ? false : undefined;
  });
}

async function until<Found>(
  { manager }: Pick<Context, "manager">,
  find: () => Promise<Found | undefined>,
): Promise<Found> {
  const limitMs = performance.now() + patienceMs;
  while (performance.now() < limitMs) {
    if (!manager.isRunning) throw new Error("kube-controller-manager has ended");
    const found = await find();
    if (found !== undefined) return found;
    await pause(250);
  }
  throw new Error(`a Job or pod has not ended within ${patienceMs / 1000} s`);
}

/** Sets a variable of the container in a Job or pod, as a user does by editing the manifest. */
function withVariable(object: unknown, name: string, value: string): unknown {
  if (Array.isArray(object)) {
    return object.map((one: unknown) =>
      memberAt(one, "name") === name ? { name, value } : withVariable(one, name, value),
    );
  }
  if (!isJsonObject(object)) return object;
  return Object.fromEntries(
    Object.entries(object).map(([key, one]) => [key, withVariable(one, name, value)]),
  );
}

function withParallelism(job: unknown, parallelism: number): unknown {
  if (!isJsonObject(job) || !isJsonObject(job["spec"])) throw new Error("this is no Job");
  return { ...job, spec: { ...job["spec"], parallelism } };
}

async function haveRecords(results: string, shards: number): Promise<boolean> {
  for (let index = 0; index < shards; index += 1) {
    const report = join(results, `shard-${index}`, "report.json");
    const text = await readFile(report, "utf8").catch(() => "{}");
    if (memberAt(JSON.parse(text), "complete") !== true) return false;
  }
  return true;
}

async function verdictsIn(path: string): Promise<ReadonlyMap<string, string>> {
  const report: unknown = JSON.parse(await readFile(path, "utf8").catch(() => "{}"));
  return new Map(
    listAt(report, "requirements").map((one) => [
      asText(memberAt(one, "requirement")),
      asText(memberAt(one, "verdict")),
    ]),
  );
}
