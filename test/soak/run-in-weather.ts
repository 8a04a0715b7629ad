import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { randomFor } from "#harness";
import type { Random } from "#harness";
import { Resources } from "./resources.ts";
import { openSlowLine } from "./slow-line.ts";
import type { Span, Weather } from "./weather.ts";

/** What one run came to. */
export interface SoakResult {
  readonly weather: Weather;
  readonly seconds: number;
  readonly code: number | null;
  /** `requirement: verdict` for each that accuses the target. It is clean: all of them are false. */
  readonly falseVerdicts: readonly string[];
  /** The same for each that says nothing for or against it. */
  readonly open: readonly string[];
  /** What the run printed, where it did not end as a run of a clean target does. */
  readonly printed: string;
}

const programs = fileURLToPath(new URL("../bin/", import.meta.url));
const commandLine = join(programs, "cli.js");
const jumpingClock = fileURLToPath(new URL("jumping-clock.js", import.meta.url));

/** How long one run may take before it counts as hung, in milliseconds. */
const longestRunMs = 900_000;

/** Runs the whole suite once against the clean reference, in some weather. `words` are for its command line. */
export async function runInWeather(
  weather: Weather,
  words: readonly string[],
): Promise<SoakResult> {
  const random = randomFor(weather.seed, "soak");
  const folder = mkdtempSync(join(tmpdir(), "conformance-soak-"));
  await using resources = new Resources();
  resources.defer(() => rmSync(folder, { recursive: true }));
  const { endpoint, server } = await startTarget(weather, random, resources);
  for (let hog = 0; hog < weather.hogs; hog += 1) {
    started(resources, ["-e", "for (;;);"]);
  }
  const beganMs = performance.now();
  const clock = weather.clockJumps ? ["--import", jumpingClock] : [];
  const options = ["--seed", String(weather.seed), "--output", folder, "--no-color", "--quiet"];
  const suite = started(resources, [...clock, commandLine, ...endpoint, ...options, ...words]);
  let printed = "";
  suite.stdout?.on("data", (text) => (printed += String(text)));
  suite.stderr?.on("data", (text) => (printed += String(text)));
  const paused = weather.pauses?.of === "server" ? server : suite;
  const pausing = weather.pauses === undefined ? undefined : pause(paused, weather.pauses, random);
  const hung = setTimeout(() => suite.kill("SIGKILL"), longestRunMs);
  await once(suite, "close");
  clearTimeout(hung);
  await pausing;
  const verdicts = verdictsIn(folder);
  const falseVerdicts = verdicts.filter((line) => /: (fail|warn|flaky)$/.test(line));
  const open = verdicts.filter((line) => /: (errored|inconclusive)$/.test(line));
  const isClean = suite.exitCode === 0 && falseVerdicts.length + open.length === 0;
  return {
    weather,
    seconds: (performance.now() - beganMs) / 1000,
    code: suite.exitCode,
    falseVerdicts,
    open,
    printed: isClean ? "" : printed,
  };
}

interface StartedTarget {
  /** The words that name it; none for the reference inside the run. */
  readonly endpoint: readonly string[];
  readonly server: ChildProcess | undefined;
}

async function startTarget(
  weather: Weather,
  random: Random,
  resources: Resources,
): Promise<StartedTarget> {
  if (weather.target === "embedded") return { endpoint: [], server: undefined };
  const server = started(resources, [commandLine, "serve", "--port", "0"]);
  const line = await openSlowLine(await portSaidBy(server), weather, random);
  resources.defer(() => line[Symbol.asyncDispose]());
  return { endpoint: ["--endpoint", `http://127.0.0.1:${line.port}/graphql`], server };
}

async function portSaidBy(server: ChildProcess): Promise<number> {
  if (server.stdout === null) throw new Error("the reference has no output");
  for await (const text of createInterface(server.stdout)) {
    const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error("the reference ended before it said where it listens");
}

/** Starts a program of Node that ends, at the latest, with everything else. */
function started(resources: Resources, words: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  resources.defer(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return child;
}

/** Stops a process again and again for a while, until it has ended. */
async function pause(
  child: ChildProcess | undefined,
  { every, length }: { readonly every: Span; readonly length: Span },
  random: Random,
): Promise<void> {
  if (child === undefined) return;
  const ended = once(child, "exit");
  const isOver = (ms: number): Promise<boolean> =>
    Promise.race([ended.then(() => true), wait(ms, false)]);
  while (!(await isOver(within(every, random)))) {
    child.kill("SIGSTOP");
    await wait(within(length, random));
    child.kill("SIGCONT");
  }
}

function within({ leastMs, mostMs }: Span, random: Random): number {
  return leastMs + random.below(mostMs - leastMs + 1);
}

/** All verdicts of a run, each as one text; a single one that says so where there is no report. */
function verdictsIn(folder: string): readonly string[] {
  try {
    const report: unknown = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
    const listed = isJsonObject(report) ? report["requirements"] : undefined;
    if (!Array.isArray(listed)) return ["no requirements: errored"];
    return listed.flatMap((entry: unknown) =>
      isJsonObject(entry) ? [`${textAt(entry, "requirement")}: ${textAt(entry, "verdict")}`] : [],
    );
  } catch {
    return ["no report: errored"];
  }
}

function textAt(entry: JsonObject, name: string): string {
  const value = entry[name];
  return typeof value === "string" ? value : "";
}
