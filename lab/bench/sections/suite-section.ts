import { join } from "node:path";
import { startReference } from "#reference";
import { readSent } from "../sent-requests.ts";
import type { SentRequests } from "../sent-requests.ts";
import { peaksOf, repeat, runCli, wallsOf } from "../process.ts";
import type { ProcessCost } from "../process.ts";
import type { Section, SectionContext } from "../section.ts";
import { median } from "../row-table.ts";
import type { Row } from "../row-table.ts";

/** Latency of a remote endpoint, in milliseconds. */
const latencyMs = 50;

/** Latency of a remote endpoint on another continent, in milliseconds. */
const distantMs = 200;

/** The checks of a smoke test: some with requests, some with watches, and some with chains of both. */
const fewChecks = ["--only", "write/*", "--only", "watch/*"];

const withoutProofs = ["--skip", "properties/*", "--skip", "histories/*"];

interface RunCost extends ProcessCost {
  readonly sent: SentRequests;
}

export const suite: Section = {
  title: "A full run against the reference",
  measure: async (context) => {
    const near = await against(0, context);
    const nearWithout = await against(0, context, withoutProofs);
    const far = await against(latencyMs, context);
    const distant = await against(distantMs, context, [], 1);
    return [...rowsOf(near, far), distantRow(distant), proofsRow(near, nearWithout)];
  },
};

function distantRow(costs: readonly RunCost[]): Row {
  const name = `full run with ${distantMs} ms per response`;
  return { name, values: wallsOf(costs), unit: "ms", atMost: 25_000 };
}

function proofsRow(whole: readonly RunCost[], without: readonly RunCost[]): Row {
  const scenariosMs = median(wallsOf(without));
  return {
    name: "additional time for properties and histories on loopback",
    values: wallsOf(whole).map((wallMs) => wallMs - scenariosMs),
    unit: "ms",
    atMost: 10_000,
    note: `${scenariosMs.toFixed(0)} ms for everything else`,
  };
}

function rowsOf(near: readonly RunCost[], far: readonly RunCost[]): readonly Row[] {
  const [first] = far;
  const { count = 0, longestChain = 0 } = first?.sent ?? {};
  const floorMs = longestChain * latencyMs;
  const [cold, ...warm] = wallsOf(near);
  return [
    { name: "full run on loopback", values: warm, unit: "ms", atMost: 4_000 },
    {
      name: "full run on loopback, reference just started",
      values: cold === undefined ? [] : [cold],
      unit: "ms",
      atMost: 5_000,
    },
    { name: "peak memory of the full run", values: peaksOf(near), unit: "MiB", atMost: 250 },
    { name: `full run with ${latencyMs} ms per response`, values: wallsOf(far), unit: "ms" },
    { name: "requests of a full run", values: [count], unit: "" },
    { name: "longest chain of dependent requests in one case", values: [longestChain], unit: "" },
    { name: `longest chain at ${latencyMs} ms per request`, values: [floorMs], unit: "ms" },
    {
      name: "run with latency / longest chain",
      values: wallsOf(far).map((wallMs) => wallMs / floorMs),
      unit: "×",
      atMost: 1.4,
    },
    {
      name: "run with latency / all requests sequentially",
      values: wallsOf(far).map((wallMs) => wallMs / (count * latencyMs)),
      unit: "×",
      note: "grows with the chain, not with the number of requests",
    },
  ];
}

async function against(
  replyDelayMs: number,
  { folder, isSmoke }: SectionContext,
  selection: readonly string[] = [],
  rounds = 3,
): Promise<readonly RunCost[]> {
  await using server = await startReference({ replyDelayMs });
  const output = join(folder, `run-${replyDelayMs}`);
  const part = isSmoke ? fewChecks : [];
  // The timeout is generous: it does not slow down a correct run, and a busy machine is not a defect of the suite.
  const usual = ["--endpoint", server.url, "--output", output, "--seed", "1", "--quiet"];
  const args = [...usual, "--timeout", "60", ...part, ...selection];
  const costs = await repeat(isSmoke ? 1 : rounds, () => runCli(...args));
  const failed = costs.find((cost) => cost.exitCode !== 0);
  if (failed !== undefined) {
    throw new Error(`a run failed with ${failed.exitCode}:\n${failed.output}`);
  }
  const sent = readSent(join(output, "run.ndjson"));
  return costs.map((cost) => Object.assign(cost, { sent }));
}
