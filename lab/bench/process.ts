import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What one process cost. */
export interface ProcessCost {
  readonly wallMs: number;
  /** Peak resident memory in bytes; absent where the system does not tell (no `/proc`). */
  readonly peakBytes?: number;
  readonly exitCode: number;
  readonly output: string;
}

/** The built command line. */
export const cli = fileURLToPath(new URL("../bin/cli.js", import.meta.url));

/** Runs the built command line with arguments and waits for its end. */
export function runCli(...args: readonly string[]): Promise<ProcessCost> {
  return runNode(cli, ...args);
}

/** Runs node with arguments and waits for its end. Rejects when it cannot be started. */
export function runNode(...args: readonly string[]): Promise<ProcessCost> {
  return run(args);
}

/** The same, but what the process tells on its way, as errors, is passed on at once and is no output. */
export function runTelling(...args: readonly string[]): Promise<ProcessCost> {
  return run(args, (chunk) => process.stderr.write(chunk));
}

function run(args: readonly string[], tell?: (chunk: Buffer) => void): Promise<ProcessCost> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => {
    if (tell === undefined) chunks.push(chunk);
    else tell(chunk);
  });
  let peakBytes: number | undefined;
  const look = (): void => {
    peakBytes = peakOf(child.pid) ?? peakBytes;
  };
  const timer = setInterval(look, 10);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(timer);
      const wallMs = performance.now() - startedMs;
      const output = Buffer.concat(chunks).toString();
      const cost = { wallMs, exitCode: code ?? 1, output };
      resolve(peakBytes === undefined ? cost : { ...cost, peakBytes });
    });
  });
}

/** Measures so many times, one after the other. */
export async function repeat<Cost extends ProcessCost>(
  times: number,
  measure: () => Promise<Cost>,
): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  for (let i = 0; i < times; i += 1) costs.push(await measure());
  return costs;
}

/** Wall times in milliseconds. */
export function wallsOf(costs: readonly ProcessCost[]): readonly number[] {
  return costs.map((cost) => cost.wallMs);
}

/** Peaks of memory in mebibytes. */
export function peaksOf(costs: readonly ProcessCost[]): readonly number[] {
  return costs.map((cost) => (cost.peakBytes ?? Number.NaN) / 2 ** 20);
}

/** The peak of a process so far, in bytes: it only grows, so the last look before the end counts. */
export function peakOf(pid: number | undefined): number | undefined {
  try {
    const kibibytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}
