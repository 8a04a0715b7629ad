import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isJsonObject, limits } from "#contract";
import {
  referenceReconcilers,
  rulesOfVariant,
  faultyVariants,
  runController,
} from "#reference/controller";
import type { FaultyVariant } from "#reference/controller";
import { connectToObserve, tokenCaller } from "#targets/kubernetes";
import { askCluster } from "./administrator.ts";
import type { Cluster } from "./cluster.ts";
import { logExpectations } from "./expectations.ts";
import { commandLine } from "./lab-command.ts";

export interface ObservationTrial {
  readonly cluster: Cluster;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (line: string) => void;
}

/** Each experiment has its own field manager, because the objects of the preceding experiment still exist. */
const managerOf = (name: string): string => `reference-controller-${name}`;

/** Number of objects. It is large enough for the record to exceed its write buffer of 64 KiB. */
const objects = 60;

const patienceMs = 120_000;

/**
 * Runs the reference controller on deployments of a real API server while `npx conformance observe` watches. There must
 * be no finding. Then runs a faulty variant, for which the violated requirement must be reported. Resolves with the
 * number of failed experiments.
 */
export async function tryObservation(trial: ObservationTrial): Promise<number> {
  const variant = faultyVariants.find(({ name }) => name === "observes-the-next");
  if (variant === undefined) throw new Error("there is no such faulty variant");
  const trials = [
    { what: "the reference controller follows the rules", name: "correct", code: 0 },
    { what: "a faulty variant is detected", name: "faulty", code: 1, variant },
  ] as const;
  let missed = 0;
  for (const { what, name, code, ...rest } of trials) {
    const problem = await problemWith(trial, { name, code, ...rest });
    missed += logExpectations(trial.log, [[what, problem === undefined, problem]]);
  }
  return missed;
}

interface Watched {
  readonly name: string;
  readonly code: number;
  readonly variant?: FaultyVariant;
}

async function problemWith(
  { cluster, environment }: ObservationTrial,
  { name, code, variant }: Watched,
): Promise<string | undefined> {
  const output = join(cluster.folder, `observed-${name}`);
  const manager = managerOf(name);
  const child = observe({ cluster, output, manager, environment });
  const closed = once(child, "close");
  const stop = new AbortController();
  try {
    if (!(await isInTime(() => isRecorded(output, '"line":"header"'))))
      return "the observation did not start";
    const controller = control(cluster, { manager, variant, signal: stop.signal });
    await Promise.all(
      Array.from({ length: objects }, (_, i) =>
        askCluster(cluster, collection, deploymentOf(`${name}-${i}`)),
      ),
    );
    const isReported = await isInTime(() => isRecorded(output, `"manager":"${manager}"`));
    stop.abort();
    await controller;
    if (!isReported) return "no status write by the controller was observed";
  } finally {
    stop.abort();
    child.kill("SIGINT");
  }
  const [ended]: unknown[] = await closed;
  if (ended !== code) return `the observation ended with ${String(ended)} instead of ${code}`;
  const report = await readFile(join(output, "report.json"), "utf8");
  const broken = variant?.breaks[0];
  if (broken === undefined) return undefined;
  return isBroken(report, broken) ? undefined : `${broken} was not reported as broken`;
}

const collection = "/apis/apps/v1/namespaces/default/deployments";

interface Observer {
  readonly cluster: Cluster;
  readonly output: string;
  readonly manager: string;
  readonly environment: ObservationTrial["environment"];
}

function observe({ cluster, output, manager, environment }: Observer): ChildProcess {
  const [endpoint = ""] = cluster.endpoints;
  const address = ["--protocol", "kubernetes", "--endpoint", endpoint, "--token", "env:TOKEN"];
  const trust = ["--certificate-authority", cluster.certificatePath()];
  const what = ["--kind", "deployments.apps", "--manager", manager, "--output", output];
  const words = ["observe", ...address, ...trust, ...what, "--format", "json", "--quiet"];
  return spawn(process.execPath, [commandLine, ...words], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...environment, TOKEN: cluster.tokens.admin },
  });
}

async function control(
  cluster: Cluster,
  {
    manager,
    variant,
    signal,
  }: { manager: string; variant: FaultyVariant | undefined; signal: AbortSignal },
): Promise<void> {
  await using target = await connectToObserve({
    server: cluster.endpoints[0] ?? "",
    tls: { certificateAuthority: await readFile(cluster.certificatePath()) },
    caller: tokenCaller(cluster.tokens.admin),
    kinds: ["deployments.apps"],
    limits,
    userAgent: manager,
    signal,
  });
  await runController({
    target,
    reconcilers: referenceReconcilers().filter(({ kind }) => kind === "Deployment"),
    fieldManager: manager,
    now: () => new Date(),
    random: Math.random,
    wait: async (pauseMs, until) => pause(pauseMs, undefined, { signal: until }).catch(() => {}),
    eventMs: limits.eventMs,
    ...(variant === undefined ? {} : { rules: rulesOfVariant(variant) }),
    ready: () => {},
    failed: () => {},
    signal,
  });
}

/** Polls a condition until it is true. Resolves with false after the time limit. */
async function isInTime(isTrue: () => Promise<boolean>): Promise<boolean> {
  const untilMs = performance.now() + patienceMs;
  while (performance.now() < untilMs) {
    if (await isTrue()) return true;
    await pause(250);
  }
  return false;
}

/** Whether the record contains a string. The record has a header as soon as the program has connected to the server. */
async function isRecorded(output: string, sign: string): Promise<boolean> {
  const text = await readFile(join(output, "run.ndjson"), "utf8").catch(() => "");
  return text.includes(sign);
}

function deploymentOf(name: string): unknown {
  const labels = { app: name };
  const containers = [{ name: "main", image: "registry.example/image:1" }];
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  };
}

function isBroken(report: string, requirement: string): boolean {
  const parsed: unknown = JSON.parse(report);
  const all: unknown = isJsonObject(parsed) ? parsed["requirements"] : [];
  const found: unknown = Array.isArray(all)
    ? all.find((one: unknown) => isJsonObject(one) && one["requirement"] === requirement)
    : undefined;
  return isJsonObject(found) && found["verdict"] === "fail";
}
