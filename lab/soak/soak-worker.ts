import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomFor } from "#harness";
import { WorkerProcess } from "../hostile/worker-process.ts";
import type { CallResult } from "../hostile/worker-process.ts";
import { openSlowLine } from "./slow-line.ts";
import { readSoakEnd } from "./soak-call.ts";
import type { SoakCall, SoakEnd } from "./soak-call.ts";
import { SoakServer } from "./soak-server.ts";
import { verdictsIn } from "./verdicts.ts";
import type { SoakVerdict } from "./verdicts.ts";
import type { Disturbances } from "./disturbances.ts";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "#harness";
import { within } from "./disturbances.ts";

interface Pausable {
  kill(signal: NodeJS.Signals): void;
}

/** Pauses a process repeatedly until the promise `over` is fulfilled. Finally resumes it. */
async function pauseUntil(
  over: Promise<unknown>,
  {
    paused,
    pauses,
    random,
  }: {
    readonly paused: Pausable;
    readonly pauses: NonNullable<Disturbances["pauses"]>;
    readonly random: Random;
  },
): Promise<void> {
  const ended = over.then(() => true);
  const isOver = (ms: number): Promise<boolean> => Promise.race([ended, wait(ms, false)]);
  while (!(await isOver(within(pauses.every, random)))) {
    paused.kill("SIGSTOP");
    await wait(within(pauses.length, random));
    paused.kill("SIGCONT");
  }
}

const program = `
  process.on("disconnect", () => process.exit());
  (function take() {
    const endMs = performance.now() + 50;
    while (performance.now() < endMs);
    setImmediate(take);
  })();
`;

class CpuLoad implements Disposable {
  readonly #all: ChildProcess[] = [];

  start(count: number): void {
    for (let made = 0; made < count; made += 1) {
      const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
      this.#all.push(spawn(process.execPath, ["-e", program], { stdio: [...stdio] }));
    }
  }

  [Symbol.dispose](): void {
    for (const hog of this.#all) hog.kill("SIGKILL");
  }
}

export interface SoakResult {
  readonly disturbances: Disturbances;
  readonly seconds: number;
  readonly end: string;
  /** Verdicts against the target. All are wrong, because the target is correct. */
  readonly falseVerdicts: readonly SoakVerdict[];
  readonly open: readonly SoakVerdict[];
  readonly isClean: boolean;
  readonly printed: string;
  readonly residentBytes: number;
}

/** Time limit of a run, in milliseconds. */
const longestRunMs = 900_000;

const accusing: ReadonlySet<string> = new Set(["fail", "warn", "flaky"]);
const undecided: ReadonlySet<string> = new Set(["errored", "inconclusive"]);

/** Number of runs after which the processes of the suite and of the server are replaced. */
const runsPerProcess = 25;

/**
 * Runs the whole suite against the correct reference server repeatedly, each time with different disturbances. Reuses
 * processes, because starting one takes time. Disposing stops the processes.
 */
export class SoakWorker implements AsyncDisposable {
  readonly #words: readonly string[];
  readonly #keep: string | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), "conformance-soak-"));
  readonly #suite = new WorkerProcess<SoakCall, SoakEnd>({
    module: "soak-worker.js",
    mostCalls: runsPerProcess,
    readEnd: readSoakEnd,
  });
  #server: SoakServer | undefined;
  #served = 0;

  /** `words` are arguments for every run. With `keep`, the output of failed runs is moved to that folder. */
  constructor(words: readonly string[], keep?: string) {
    this.#words = words;
    this.#keep = keep;
  }

  async run(disturbances: Disturbances): Promise<SoakResult> {
    const random = randomFor(disturbances.seed, "soak");
    const server = disturbances.target === "served" ? await this.#serverForNext() : undefined;
    await using line =
      server === undefined ? undefined : await openSlowLine(server.port, disturbances, random);
    using cpuLoad = new CpuLoad();
    cpuLoad.start(disturbances.cpuLoad);
    const endpoint =
      line === undefined ? [] : ["--endpoint", `http://127.0.0.1:${line.port}/graphql`];
    const folder = join(this.#folder, "run");
    const options = [
      "--seed",
      String(disturbances.seed),
      "--output",
      folder,
      "--no-color",
      "--quiet",
    ];
    const words = [...endpoint, ...options, "--config", "none", ...this.#words];
    const call = { words, clockJumps: disturbances.clockJumps };
    const ended = this.#suite.run(call, longestRunMs);
    if (disturbances.pauses !== undefined) {
      const isServer = disturbances.pauses.of === "server";
      const paused = (isServer ? server : undefined) ?? this.#suite;
      await pauseUntil(ended, { paused, pauses: disturbances.pauses, random });
    }
    const result = resultOf(disturbances, await ended, folder);
    if (this.#keep !== undefined && !result.isClean && existsSync(folder)) {
      cpSync(folder, join(this.#keep, `seed-${disturbances.seed}`), { recursive: true });
    }
    rmSync(folder, { recursive: true, force: true });
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#suite[Symbol.dispose]();
    await this.#endServer();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #serverForNext(): Promise<SoakServer> {
    if (this.#served >= runsPerProcess) await this.#endServer();
    this.#served += 1;
    this.#server ??= await SoakServer.start();
    return this.#server;
  }

  async #endServer(): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
    this.#server = undefined;
    this.#served = 0;
  }
}

function resultOf(
  disturbances: Disturbances,
  ended: CallResult<SoakEnd>,
  folder: string,
): SoakResult {
  const verdicts = verdictsIn(folder);
  const falseVerdicts = verdicts.filter(({ verdict }) => accusing.has(verdict));
  const open = verdicts.filter(({ verdict }) => undecided.has(verdict));
  const isEnded = ended.kind === "ended";
  const isClean = isEnded && ended.code === 0 && falseVerdicts.length + open.length === 0;
  return {
    disturbances,
    seconds: ended.durationMs / 1_000,
    end: describeEnd(ended),
    falseVerdicts,
    open,
    isClean,
    printed: isClean || !isEnded ? "" : ended.printed,
    residentBytes: isEnded ? ended.residentBytes : 0,
  };
}

function describeEnd(ended: CallResult<SoakEnd>): string {
  switch (ended.kind) {
    case "ended":
      return `exit ${ended.code}`;
    case "hung":
      return "hung";
    case "crashed":
      return `crashed: ${ended.detail}`;
  }
}
