import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { defineFreedom, startReference } from "#reference";
import type { Freedom } from "#reference";
import { copyCheckout } from "../../../bin/testing/pack-checkout.ts";
import { runCli } from "../process.ts";
import type { Section, SectionContext } from "../section.ts";
import type { Row } from "../row-table.ts";

/** `npm start` in a copy without build results, and runs against endpoints that are slow or limit their load. */
export const waits: Section = {
  title: "First run, and slow endpoints",
  measure: async (context) => [
    ...(await firstRuns(context)),
    ...(await endOf("10 s per response, smoke test", { replyDelayMs: 10_000 }, context)),
    ...(await endOf("5 requests per second, smoke test", { freedoms: [fiveASecond] }, context)),
  ],
};

async function firstRuns({ folder, isSmoke }: SectionContext): Promise<readonly Row[]> {
  const firstLines: number[] = [];
  const wholes: number[] = [];
  for (let round = 0; round < (isSmoke ? 1 : 3); round += 1) {
    const copy = await mkdtemp(join(folder, "copy-"));
    copyCheckout(copy);
    const { firstLineMs, wallMs } = await startIn(copy, isSmoke ? ["--", "--quick"] : []);
    firstLines.push(firstLineMs);
    wholes.push(wallMs);
  }
  return [
    { name: "npm start, with its build", values: wholes, unit: "ms", atMost: 7_000 },
    { name: "  first line of its own", values: firstLines, unit: "ms", atMost: 300 },
  ];
}

interface Started {
  readonly firstLineMs: number;
  readonly wallMs: number;
}

/** `--silent` omits the lines that npm prints before it starts anything. */
function startIn(folder: string, words: readonly string[]): Promise<Started> {
  const startedMs = performance.now();
  const child = spawn("npm", ["start", "--silent", ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let firstLineMs = Number.NaN;
  const chunks: Buffer[] = [];
  const take = (chunk: Buffer): void => {
    if (chunks.length === 0) firstLineMs = performance.now() - startedMs;
    chunks.push(chunk);
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const wallMs = performance.now() - startedMs;
      if (code === 0) resolve({ firstLineMs, wallMs });
      else reject(new Error(`npm start failed with ${code}:\n${Buffer.concat(chunks).toString()}`));
    });
  });
}

const fiveASecond: Freedom = defineFreedom({
  name: "five-requests-a-second",
  summary: "Each caller may send 5 requests per second.",
  why: "A server may limit its load if it states when to retry.",
  decides: "limits",
  change: (rules) => ({
    authenticate: (credential) => {
      const identity = rules.authenticate(credential);
      return "grants" in identity
        ? { rateLimit: { requests: 5, windowSeconds: 1 }, ...identity }
        : identity;
    },
  }),
});

interface Endpoint {
  readonly replyDelayMs?: number;
  readonly freedoms?: readonly Freedom[];
}

async function endOf(
  name: string,
  endpoint: Endpoint,
  { folder, isSmoke }: SectionContext,
): Promise<readonly Row[]> {
  const { replyDelayMs } = endpoint;
  const eased = isSmoke && replyDelayMs !== undefined ? { replyDelayMs: 20 } : {};
  await using server = await startReference({ ...endpoint, ...eased });
  const output = join(folder, name.replaceAll(/\W+/gu, "-"));
  await mkdir(output, { recursive: true });
  const usual = ["--endpoint", server.url, "--output", output, "--seed", "1", "--quiet", "--quick"];
  const patience = replyDelayMs === undefined ? [] : ["--timeout", "30"];
  const { wallMs, exitCode, output: printed } = await runCli(...usual, ...patience);
  if (exitCode !== 0) throw new Error(`${name}: the run ended with ${exitCode}:\n${printed}`);
  const report: { readonly leftBehind: number } = JSON.parse(
    await readFile(join(output, "report.json"), "utf8"),
  );
  return [
    { name, values: [wallMs / 1000], unit: "s" },
    { name: `${name}: objects left`, values: [report.leftBehind], unit: "", atMost: 0 },
  ];
}
