import { spawn } from "node:child_process";
import { once } from "node:events";
import { textOf } from "../histories.ts";
import { cli, peakOf, processorMsOf } from "../process.ts";
import type { Row } from "../row-table.ts";
import type { Section } from "../section.ts";
import { processorMs } from "../timing.ts";

/** Number of operations per block. Each block has its own objects. */
const blockOperations = 100_000;

export const largeHistory: Section = {
  title: "Large histories",
  measure: ({ isSmoke }) => rowsOf(isSmoke ? 1 : 100),
};

/** Takes about ten minutes, and 16 GiB of disk space in the temporary folder. */
export const largestHistory: Section = {
  title: "The largest history",
  isLong: true,
  measure: ({ isSmoke }) => rowsOf(isSmoke ? 1 : 1_000),
};

async function rowsOf(blocks: number): Promise<readonly Row[]> {
  const { sizeBytes, peakBytes, wallMs, feedMs, cpuMs } = await judge(blocks);
  const mebibytes = sizeBytes / 2 ** 20;
  return [
    {
      name: `check-history of ${mebibytes.toFixed(0)} MiB, ${blocks * blockOperations} operations: peak memory`,
      values: [peakBytes / 2 ** 20],
      unit: "MiB",
      atMost: 450,
      note: "through standard input",
    },
    { name: "  time", values: [wallMs / 1000], unit: "s" },
    { name: "  processors used", values: [cpuMs / wallMs], unit: "" },
    { name: "  speed", values: [mebibytes / (wallMs / 1000)], unit: "MiB/s" },
    { name: "  time to send the history", values: [feedMs], unit: "ms" },
  ];
}

interface Judged {
  readonly sizeBytes: number;
  readonly peakBytes: number;
  readonly wallMs: number;
  readonly feedMs: number;
  /** CPU time of the command, in milliseconds. Zero without `/proc`. */
  readonly cpuMs: number;
}

async function judge(blocks: number): Promise<Judged> {
  const mix = {
    operations: blockOperations,
    objects: 20,
    clients: 10,
    versions: "opaque",
  } as const;
  const [header = "", ...lines] = textOf(mix).split("\n");
  const block = lines.join("\n");
  const startedMs = performance.now();
  const ownMs = processorMs();
  const child = spawn(process.execPath, [cli, "check-history", "-"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  let output = "";
  child.stdout.on("data", (text: Buffer) => {
    output += text.toString();
  });
  let peakBytes = 0;
  let cpuMs = 0;
  const timer = setInterval(() => {
    peakBytes = peakOf(child.pid) ?? peakBytes;
    cpuMs = processorMsOf(child.pid) ?? cpuMs;
  }, 20);
  let sizeBytes = child.stdin.write(`${header}\n`) ? header.length + 1 : 0;
  for (let i = 0; i < blocks; i += 1) {
    const text = block.replaceAll("default/", `block${i}/`);
    sizeBytes += text.length;
    if (!child.stdin.write(text)) await once(child.stdin, "drain");
  }
  child.stdin.end();
  const feedMs = processorMs() - ownMs;
  await ended;
  clearInterval(timer);
  if (child.exitCode !== 0) throw new Error(`a legal history ended so:\n${output}`);
  return { sizeBytes, peakBytes, feedMs, cpuMs, wallMs: performance.now() - startedMs };
}
