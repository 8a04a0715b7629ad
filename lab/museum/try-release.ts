import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isJsonObject } from "#contract";
import type { Feature, JsonValue } from "#contract";
import { build } from "../implementers/build.ts";
import type { BuildPlaces } from "../implementers/build.ts";
import { serve } from "../implementers/serve.ts";
import { runCommand } from "../kubernetes/run-command.ts";
import type { ServedSystem } from "./exhibit.ts";
import { startFront } from "./front/front.ts";
import type { ServedKind } from "./front/control-plane.ts";
import { definitionOf, resourceName, samplesFor } from "./gears.ts";

/** What one release is asked. */
export interface ReleaseTrial {
  readonly system: ServedSystem;
  readonly release: string;
  readonly kind: ServedKind;
  /** The requirements that are asked; all of them where there is none. */
  readonly rules: readonly string[];
  /** Features of this release that the system does not claim in general. */
  readonly claimed: readonly Feature[];
  /** Record and reports go there. */
  readonly output: string;
  readonly places: BuildPlaces;
}

/** What was seen of a release. */
export type ReleaseResult =
  | { readonly isTried: false; readonly reason: string }
  | {
      readonly isTried: true;
      /** Of the run alone, without the build. */
      readonly seconds: number;
      /** Absent for a recorded history, which no chance is in. */
      readonly seed: number | undefined;
      /** By requirement or anomaly. */
      readonly verdicts: ReadonlyMap<string, Verdict>;
    };

/** One requirement of a report. */
export interface Verdict {
  readonly verdict: string;
  readonly level: string;
  /** What was found, where it is broken. */
  readonly finding?: string;
}

/** Fetches, builds and starts a release, and runs the suite on it by the command line, as users have it. */
export async function tryRelease(trial: ReleaseTrial): Promise<ReleaseResult> {
  const { system, release, output, places } = trial;
  const { name, sources = name, tools } = system;
  const built = await build({ name: sources, tools, build: system.build(release) }, places);
  if (!built.isBuilt) return { isTried: false, reason: built.reason };
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  await using server = await serve({ start: system.start, path: "", isAnswered }, built.folder);
  if (system.serves.needsDefinition && trial.kind.group !== "")
    await define(server.url, trial.kind);
  const { watches, isSingleThreaded, token } = system.serves;
  await using front = await startFront({
    server: token === undefined ? server.url : server.url.replace(/^http:/u, "https:"),
    ...(token === undefined ? {} : { token }),
    kind: trial.kind,
    version: `${name} ${release}`,
    watches,
    isSingleThreaded,
  });
  return await run(trial, front.url);
}

async function run(trial: ReleaseTrial, endpoint: string): Promise<ReleaseResult> {
  const { output, kind, system, rules, claimed } = trial;
  const kindFile = join(output, "kinds.json");
  await writeFile(kindFile, JSON.stringify(samplesFor(kind)));
  const beganMs = performance.now();
  const { code, printed } = await runCommand({
    words: [
      ...`--endpoint ${endpoint} --protocol kubernetes --kind ${resourceName(kind)}`.split(" "),
      ...`--seed ${seed} --format terminal,json --no-color ${skipped}`.split(" "),
      ...`--timeout ${timeoutSeconds}`.split(" "),
      ...(system.serves.isSingleThreaded ? ["--concurrency", "2"] : []),
      ...system.serves.withdrawn.flatMap((feature) =>
        claimed.includes(feature) ? [] : ["--no-feature", feature],
      ),
      ...withheld.flatMap((role) => ["--identity", `${role}=none`]),
      ...rules.flatMap((rule) => ["--only", rule]),
      "--kind-file",
      kindFile,
      "--output",
      output,
    ],
    environment: process.env,
    isShown: false,
  });
  const seconds = Math.round((performance.now() - beganMs) / 1_000);
  await writeFile(join(output, "printed.txt"), printed);
  if (code === 2 || code === 3) {
    const reason = /^error: (.+)$/mu.exec(printed)?.[1] ?? printed.slice(-300).trim();
    throw new Error(`the run on ${system.name} ${trial.release} failed: ${reason}`);
  }
  const report: JsonValue = JSON.parse(await readFile(join(output, "report.json"), "utf8"));
  return { isTried: true, seconds, seed, verdicts: verdictsIn(report) };
}

/** Roles that only matter where permissions do. */
const withheld = ["reader", "stranger", "tenant", "reporter", "anonymous", "invalid"] as const;

/** A fake lets everybody do everything; and what random sequences and many clients show takes longer. */
const skipped =
  "--skip authorization/* --skip allocation/author-cannot-forge --skip histories/* --skip properties/*";

const seed = 1;

/** For one request. Some fakes never answer a patch of a type that they do not know, and each is waited for. */
const timeoutSeconds = 4;

/** Verdicts by requirement, as a report in JSON has them. */
export function verdictsIn(report: JsonValue): ReadonlyMap<string, Verdict> {
  const lines = isJsonObject(report) ? report["requirements"] : undefined;
  const list: readonly JsonValue[] = isList(lines) ? lines : [];
  return new Map(list.flatMap((line) => verdictIn(line)));
}

function verdictIn(line: JsonValue): readonly (readonly [string, Verdict])[] {
  const { requirement, verdict, level, findings } = isJsonObject(line) ? line : {};
  if (typeof requirement !== "string" || typeof verdict !== "string") return [];
  if (typeof level !== "string") return [];
  const found = (isList(findings) ? findings : []).find(
    (one) => isJsonObject(one) && one["result"] === "violated",
  );
  const { expected, actual } = isJsonObject(found) ? found : {};
  const text =
    typeof expected === "string" && typeof actual === "string"
      ? { finding: `expected ${expected}; actual ${actual}` }
      : {};
  return [[requirement, { verdict, level, ...text }]];
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** How long a server that takes connections may still answer otherwise, in milliseconds. */
const readyMs = 60_000;

/** Between two attempts, in milliseconds. */
const pollMs = 200;

/** Gives the server the definition of a kind. What it answers while it starts counts for nothing. */
async function define(server: string, kind: ServedKind): Promise<void> {
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const untilMs = performance.now() + readyMs;
  let status = 0;
  while (performance.now() < untilMs) {
    const reply = await fetch(`${server}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(definitionOf(kind)),
    });
    await reply.text();
    if (reply.ok) return;
    ({ status } = reply);
    await pause(pollMs);
  }
  throw new Error(`the kind could not be defined: HTTP ${status}`);
}

/** A server that takes connections is there; what it answers is for the run to see. */
async function isAnswered(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
