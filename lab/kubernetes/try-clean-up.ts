import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { askCluster } from "./administrator.ts";
import type { Cluster } from "./cluster.ts";
import { logExpectations } from "./expectations.ts";
import { defineOwnKinds, removeKind } from "./own-definitions.ts";
import { commandLine, runCommand } from "./lab-command.ts";

export interface CleanUpTrial {
  readonly cluster: Cluster;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (line: string) => void;
}

/**
 * Kills the suite during a run, then cleans up with the record. No object may remain, and a second cleanup must find
 * none. Resolves with the number of failed attempts.
 */
export async function tryCleanUp(trial: CleanUpTrial): Promise<number> {
  const runs = [
    { what: "a run with its own kinds", words: [] },
    { what: "a run with a built-in kind", words: ["--kind", "deployments.apps"] },
    { what: "a run with a kind of the user", words: own },
    { what: "a run whose kind is deleted before the cleanup", words: own, isKindGone: true },
  ];
  await defineOwnKinds(trial.cluster);
  let missed = 0;
  for (const { what, words, isKindGone = false } of runs) {
    const problem = await problemAfter({ words, isKindGone }, trial);
    const wanted = `nothing is left of ${what} that was killed, after cleanup`;
    missed += logExpectations(trial.log, [[wanted, problem === undefined, problem]]);
  }
  return missed;
}

const axles = { name: "axles.example.com", objects: "/apis/example.com/v1beta1/axles" };

const own = ["--kind", axles.name];

interface Killed {
  readonly words: readonly string[];
  /**
   * Whether to delete the kind before the cleanup. Its objects are then already gone, except those with finalizers. They
   * keep the kind until the cleanup.
   */
  readonly isKindGone: boolean;
}

async function problemAfter(
  { words, isKindGone }: Killed,
  { cluster, environment }: CleanUpTrial,
): Promise<string | undefined> {
  const output = join(cluster.folder, "killed");
  await rm(output, { recursive: true, force: true });
  const certificates = ["--certificate-authority", cluster.certificatePath()];
  const [endpoint = ""] = cluster.endpoints;
  const address = ["--protocol", "kubernetes", "--endpoint", endpoint, "--token", "env:TOKEN"];
  const reach = [...address, ...certificates, ...words];
  const variables = { ...environment, TOKEN: cluster.tokens.admin };
  await killAmongWrites([...reach, "--output", output], { output, variables });
  const drawn = await namesDrawnIn(output);
  const before = await leftOn(cluster, drawn);
  if (before.length === 0) return "the run was killed before it created anything";
  if (isKindGone) await removeKind(cluster, axles);
  const clean = { words: ["cleanup", output, ...reach], environment: variables, isShown: false };
  const first = await runCommand(clean);
  const left = await leftOn(cluster, drawn);
  if (first.code !== 0) return `cleanup failed with ${first.code}: ${first.printed}`;
  if (left.length > 0) return `not deleted: ${left.join(", ")}`;
  const held = isKindGone ? await removeKind(cluster, axles) : 0;
  if (held > 0) return `${held} objects still prevent the deletion of their kind`;
  const second = await runCommand(clean);
  return second.code === 0 ? undefined : `a second cleanup failed with ${second.code}`;
}

/** A record with this number of lines shows that many objects exist and many requests are in flight. */
const busyLines = 1_500;

/** Time limit for the record to reach that number of lines, in milliseconds. */
const busyMs = 120_000;

async function killAmongWrites(
  words: readonly string[],
  {
    output,
    variables,
  }: {
    readonly output: string;
    readonly variables: Readonly<Record<string, string | undefined>>;
  },
): Promise<void> {
  const child = spawn(process.execPath, [commandLine, ...words], {
    stdio: "ignore",
    env: variables,
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const untilMs = performance.now() + busyMs;
  while (child.exitCode === null && performance.now() < untilMs) {
    const record = await readFile(join(output, "run.ndjson"), "utf8").catch(() => "");
    if (record.split("\n").length > busyLines) break;
    await pause(50);
  }
  child.kill("SIGKILL");
  await ended;
}

async function namesDrawnIn(output: string): Promise<ReadonlySet<string>> {
  const record = await readFile(join(output, "run.ndjson"), "utf8");
  const notes = record.matchAll(/"event":"creating","key":\{[^}]*"name":"(?<name>[^"]*)"/gu);
  return new Set([...notes].map(({ groups }) => groups?.["name"] ?? ""));
}

async function leftOn(cluster: Cluster, drawn: ReadonlySet<string>): Promise<readonly string[]> {
  const places = [
    "/api/v1/namespaces",
    "/apis/rbac.authorization.k8s.io/v1/clusterroles",
    "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    "/apis/apps/v1/deployments",
    axles.objects,
  ];
  const found: string[] = [];
  for (const place of places) {
    // If the kind was deleted, the response is not a list.
    const { text } = await askCluster(cluster, place);
    const names = text.matchAll(/"name":"([^"]*)"/gu);
    for (const [, name = ""] of names) {
      const isOfRun =
        drawn.has(name) || /^status-conformance-|\.conformance\.example\.com$/u.test(name);
      if (isOfRun) found.push(`${place}/${name}`);
    }
  }
  return found;
}
