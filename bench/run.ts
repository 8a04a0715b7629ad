import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReference } from "#reference";
import { longestChain } from "./critical-path.ts";
import type { Interval } from "./critical-path.ts";
import { runCli, runNode } from "./process.ts";
import type { ProcessCost } from "./process.ts";
import { missed, renderTable } from "./table.ts";
import type { Row } from "./table.ts";

/** The delay that stands for an endpoint far away, in milliseconds. */
const latencyMs = 50;

interface RunCost extends ProcessCost {
  readonly exchanges: readonly (Interval & { readonly case: string })[];
}

const isSmoke = process.argv.includes("--smoke");
const repetitions = isSmoke ? 1 : 5;
const folder = await mkdtemp(join(tmpdir(), "conformance-bench-"));

try {
  const rows = [...(await startUp()), ...(await fullRun())];
  process.stdout.write(`${renderTable(rows)}\n`);
  const late = missed(rows).map((row) => row.name);
  if (late.length > 0) process.stdout.write(`\nGoals missed: ${late.join(", ")}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** What it costs to start: bare node, and the commands that talk to no endpoint. */
async function startUp(): Promise<readonly Row[]> {
  const bare = await repeat(() => runNode("-e", "0"));
  const list = await repeat(() => runCli("list"));
  const help = await repeat(() => runCli("--help"));
  return [
    { name: "node -e 0", values: walls(bare), unit: "ms" },
    { name: "conformance list", values: walls(list), unit: "ms", atMost: 300 },
    { name: "conformance --help", values: walls(help), unit: "ms", atMost: 300 },
  ];
}

/** The whole suite against a reference in another process, near and far. */
async function fullRun(): Promise<readonly Row[]> {
  const near = await against(0);
  const far = await against(latencyMs);
  const [first] = far;
  const exchanges = first?.exchanges ?? [];
  const chain = Math.max(...chainsOf(exchanges).values());
  const floorMs = chain * latencyMs;
  const inSequenceMs = exchanges.length * latencyMs;
  return [
    { name: "full run on loopback", values: walls(near), unit: "ms", atMost: 15_000 },
    { name: "peak memory of the full run", values: peaks(near), unit: "MiB", atMost: 300 },
    { name: `full run with ${latencyMs} ms per reply`, values: walls(far), unit: "ms" },
    { name: "requests of a full run", values: [exchanges.length], unit: "" },
    { name: "longest chain of dependent requests in one case", values: [chain], unit: "" },
    { name: "that chain at 50 ms each", values: [floorMs], unit: "ms" },
    {
      name: "run with latency / that chain",
      values: walls(far).map((wallMs) => wallMs / floorMs),
      unit: "times",
    },
    {
      name: "run with latency / all requests one after the other",
      values: walls(far).map((wallMs) => wallMs / inSequenceMs),
      unit: "times",
      note: "grows with the chain, not with the number",
    },
  ];
}

async function against(replyDelayMs: number): Promise<readonly RunCost[]> {
  await using server = await startReference({ replyDelayMs });
  const output = join(folder, `run-${replyDelayMs}`);
  const args = ["--endpoint", server.url, "--output", output, "--seed", "1", "--quiet"];
  const costs = await repeat(() => runCli(...args));
  const failed = costs.find((cost) => cost.exitCode !== 0);
  if (failed !== undefined) {
    throw new Error(`a run ended with ${failed.exitCode}:\n${failed.output}`);
  }
  const exchanges = readExchanges(join(output, "run.ndjson"));
  return costs.map((cost) => Object.assign(cost, { exchanges }));
}

function readExchanges(file: string): RunCost["exchanges"] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines
    .filter((line) => line.startsWith('{"line":"exchange"'))
    .map((line): RunCost["exchanges"][number] => JSON.parse(line));
}

/** By case; what the suite does for itself (`run`) is no case. */
function chainsOf(exchanges: RunCost["exchanges"]): ReadonlyMap<string, number> {
  const names = new Set(
    exchanges.map((exchange) => exchange.case).filter((name) => name !== "run"),
  );
  const chain = (name: string): number =>
    longestChain(exchanges.filter((exchange) => exchange.case === name));
  return new Map([...names].map((name) => [name, chain(name)]));
}

async function repeat(measure: () => Promise<ProcessCost>): Promise<readonly ProcessCost[]> {
  const costs: ProcessCost[] = [];
  for (let i = 0; i < repetitions; i += 1) costs.push(await measure());
  return costs;
}

function walls(costs: readonly ProcessCost[]): readonly number[] {
  return costs.map((cost) => cost.wallMs);
}

function peaks(costs: readonly ProcessCost[]): readonly number[] {
  return costs.map((cost) => (cost.peakBytes ?? Number.NaN) / 2 ** 20);
}
