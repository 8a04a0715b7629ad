import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface ProcessCost {
  readonly wallMs: number;
  /** Peak resident memory in bytes. Absent without `/proc`. */
  readonly peakBytes?: number;
  readonly exitCode: number;
  readonly output: string;
}

export const cli = fileURLToPath(new URL("../bin/cli.js", import.meta.url));

export function runCli(...args: readonly string[]): Promise<ProcessCost> {
  return runNode(cli, ...args);
}

export function runNode(...args: readonly string[]): Promise<ProcessCost> {
  return run(args);
}

export function runTelling(...args: readonly string[]): Promise<ProcessCost> {
  return run(args, (chunk) => process.stderr.write(chunk));
}

function run(args: readonly string[], onOutput?: (chunk: Buffer) => void): Promise<ProcessCost> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => {
    if (onOutput === undefined) chunks.push(chunk);
    else onOutput(chunk);
  });
  let peakBytes: number | undefined;
  const sample = (): void => {
    peakBytes = peakOf(child.pid) ?? peakBytes;
  };
  const timer = setInterval(sample, 10);
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

export async function repeat<Cost extends ProcessCost>(
  times: number,
  measure: () => Promise<Cost>,
): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  for (let i = 0; i < times; i += 1) costs.push(await measure());
  return costs;
}

export function wallsOf(costs: readonly ProcessCost[]): readonly number[] {
  return costs.map((cost) => cost.wallMs);
}

export function peaksOf(costs: readonly ProcessCost[]): readonly number[] {
  return costs.map((cost) => (cost.peakBytes ?? Number.NaN) / 2 ** 20);
}

/** Peak memory of a process so far, in bytes. It never decreases, so the last sample before the exit is the result. */
export function peakOf(pid: number | undefined): number | undefined {
  try {
    const kibibytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}

/** CPU time of a process so far, of all its threads, in milliseconds. Undefined without `/proc`. */
export function processorMsOf(pid: number | undefined): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in parentheses, may contain spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return ticks * millisecondsPerTick;
  } catch {
    return undefined;
  }
}

/** Linux reports CPU time in ticks of 10 ms on every architecture that Node.js supports. */
const millisecondsPerTick = 10;
