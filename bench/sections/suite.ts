import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startReference } from "#reference";
import { longestChain } from "../critical-path.ts";
import type { Interval } from "../critical-path.ts";
import { peaksOf, repeat, runCli, wallsOf } from "../process.ts";
import type { ProcessCost } from "../process.ts";
import type { Section, SectionContext } from "../section.ts";
import type { Row } from "../table.ts";

/** The delay that stands for an endpoint far away, in milliseconds. */
const latencyMs = 50;

/** What a smoke test runs in place of everything: enough to have requests, watches and chains of both. */
const fewChecks = ["--only", "write/*", "--only", "watch/*"];

interface RunCost extends ProcessCost {
  readonly exchanges: readonly (Interval & { readonly case: string })[];
}

/** The whole suite against a reference in another process, near and far. */
export const suite: Section = {
  title: "A full run against the reference",
  measure: async (context) => {
    const near = await against(0, context);
    const far = await against(latencyMs, context);
    return rowsOf(near, far);
  },
};

function rowsOf(near: readonly RunCost[], far: readonly RunCost[]): readonly Row[] {
  const [first] = far;
  const exchanges = first?.exchanges ?? [];
  const chain = Math.max(...chainsOf(exchanges).values());
  const floorMs = chain * latencyMs;
  const inSequenceMs = exchanges.length * latencyMs;
  return [
    { name: "full run on loopback", values: wallsOf(near), unit: "ms", atMost: 15_000 },
    { name: "peak memory of the full run", values: peaksOf(near), unit: "MiB", atMost: 300 },
    { name: `full run with ${latencyMs} ms per reply`, values: wallsOf(far), unit: "ms" },
    { name: "requests of a full run", values: [exchanges.length], unit: "" },
    { name: "longest chain of dependent requests in one case", values: [chain], unit: "" },
    { name: "that chain at 50 ms each", values: [floorMs], unit: "ms" },
    {
      name: "run with latency / that chain",
      values: wallsOf(far).map((wallMs) => wallMs / floorMs),
      unit: "times",
    },
    {
      name: "run with latency / all requests one after the other",
      values: wallsOf(far).map((wallMs) => wallMs / inSequenceMs),
      unit: "times",
      note: "grows with the chain, not with the number",
    },
  ];
}

async function against(
  replyDelayMs: number,
  { folder, isSmoke }: SectionContext,
): Promise<readonly RunCost[]> {
  await using server = await startReference({ replyDelayMs });
  const output = join(folder, `run-${replyDelayMs}`);
  const part = isSmoke ? fewChecks : [];
  // Patience costs nothing where all is well, and a busy machine is no defect of the suite.
  const usual = ["--endpoint", server.url, "--output", output, "--seed", "1", "--quiet"];
  const args = [...usual, "--timeout", "60", ...part];
  const costs = await repeat(isSmoke ? 1 : 3, () => runCli(...args));
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
