import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { demoTokens, startReference } from "#reference";
import { chainLength, walkChain } from "../peers/chain-walk.ts";
import type { Chains } from "../peers/chain-walk.ts";
import { casesIn, readSent } from "../sent-requests.ts";
import { runCli, runNode } from "../process.ts";
import type { Section } from "../section.ts";
import type { Row } from "../row-table.ts";

/** Latency added to each response, in milliseconds. */
const latencyMs = 50;

const runChains = fileURLToPath(new URL("run-chains.js", import.meta.url));

export const runners: Section = {
  title: "Comparison with Vitest as the runner",
  measure: async ({ isSmoke, folder }) => {
    await using server = await startReference({ replyDelayMs: latencyMs });
    const { author: authorToken, controller: controllerToken } = demoTokens;
    const count = isSmoke ? 3 : 300;
    const chains: Chains = { url: server.url, authorToken, controllerToken, count };
    const nodeMs = (await runNode("-e", "0")).wallMs;
    const limitMs = chainLength * latencyMs + nodeMs;
    const bareMs = nodeMs + (await walkAtOnce(chains));
    const tunedMs = await asTests(chains, "at-once");
    const some: Chains = { ...chains, count: Math.ceil(count / 5) };
    const usualMs = await asTests(some, "one-by-one");
    const own = await asCases(server.url, folder, isSmoke);
    const ownLimitMs = own.longestChain * latencyMs + nodeMs;
    return [
      { name: "one chain, including the start of Node", values: [limitMs], unit: "ms" },
      ...rowsOf(`${count} chains as bare promises`, bareMs, limitMs),
      ...rowsOf(`${count} vitest tests, concurrent`, tunedMs, limitMs),
      ...rowsOf(`${some.count} vitest tests, sequential`, usualMs, limitMs),
      {
        name: `longest chain of ${own.cases} cases, including the start of Node`,
        values: [ownLimitMs],
        unit: "ms",
      },
      { name: "conformance", values: [own.wallMs], unit: "ms" },
      {
        name: "conformance / longest chain",
        values: [own.wallMs / ownLimitMs],
        unit: "×",
        atMost: 2,
      },
    ];
  },
};

function rowsOf(name: string, wallMs: number, limitMs: number): readonly Row[] {
  return [
    { name, values: [wallMs], unit: "ms" },
    { name: `${name} / one chain`, values: [wallMs / limitMs], unit: "×" },
  ];
}

async function walkAtOnce(chains: Chains): Promise<number> {
  const startedMs = performance.now();
  const names = Array.from({ length: chains.count }, (_, number) => `chain-bare-${number}`);
  await Promise.all(names.map((name) => walkChain(chains, name)));
  return performance.now() - startedMs;
}

interface OwnRun {
  readonly cases: number;
  readonly longestChain: number;
  readonly wallMs: number;
}

async function asCases(url: string, folder: string, isSmoke: boolean): Promise<OwnRun> {
  const areas = isSmoke ? ["errors"] : ["errors", "isolation", "concurrency"];
  const only = areas.flatMap((area) => ["--only", `${area}/*`]);
  const usual = ["--endpoint", url, "--output", folder, "--seed", "1", "--quiet"];
  const { wallMs, exitCode, output } = await runCli(...usual, ...only);
  if (exitCode !== 0) throw new Error(`a run failed with ${exitCode}:\n${output}`);
  const record = join(folder, "run.ndjson");
  return { cases: casesIn(record), longestChain: readSent(record).longestChain, wallMs };
}

async function asTests(chains: Chains, order: "at-once" | "one-by-one"): Promise<number> {
  const { wallMs, exitCode, output } = await runNode(runChains, JSON.stringify(chains), order);
  if (exitCode !== 0) throw new Error(`the tests of vitest failed with ${exitCode}:\n${output}`);
  return wallMs;
}
