import { statSync } from "node:fs";
import { join } from "node:path";
import { startReference } from "#reference";
import { peaksOf, runCli, runNode, wallsOf } from "../process.ts";
import type { ProcessCost } from "../process.ts";
import type { Section } from "../section.ts";
import type { Row } from "../row-table.ts";
import { ratios } from "../timing.ts";

/** Streams the file and parses each line, as a program must that only wants to know what the lines contain. */
const parseLines = `
  import { createReadStream } from "node:fs";
  import { createInterface } from "node:readline";
  const input = createReadStream(process.argv[1]);
  for await (const line of createInterface({ input, crlfDelay: Infinity })) JSON.parse(line);
`;

/** Exit codes of commands that judge a record: its verdict is not a failure of the measurement. */
const verdictCodes: ReadonlySet<number> = new Set([0, 1, 4]);

export const records: Section = {
  title: "Records of a full run, and the commands that read them",
  measure: async ({ folder, isSmoke }) => {
    const plain = await recordOf(folder, "plain", isSmoke);
    const compressed = await recordOf(folder, "compressed", isSmoke, "--compress");
    const rounds = Array.from({ length: isSmoke ? 1 : 3 });
    const parse: ProcessCost[] = [];
    const costs = new Map<string, ProcessCost[]>();
    const commands = {
      judge: ["judge", plain],
      report: ["report", plain, "--format", `json=${join(folder, "again.json")}`],
      diff: ["diff", plain, compressed],
    };
    for (const _ of rounds) {
      parse.push(checked(await runNode("--input-type=module", "-e", parseLines, plain)));
      for (const [name, args] of Object.entries(commands)) {
        const spent = costs.get(name) ?? [];
        costs.set(name, spent);
        spent.push(checked(await runCli(...args)));
      }
    }
    return [
      { name: "record", values: [mebibytes(plain)], unit: "MiB" },
      { name: "record with --compress", values: [mebibytes(compressed)], unit: "MiB", atMost: 12 },
      { name: "JSON.parse of its lines, streamed", values: wallsOf(parse), unit: "ms" },
      ...[...costs].flatMap(([name, spent]) => rowsOf(name, spent, parse)),
    ];
  },
};

function rowsOf(
  name: string,
  costs: readonly ProcessCost[],
  parse: readonly ProcessCost[],
): readonly Row[] {
  // The second record of `diff` is parsed as well.
  const count = name === "diff" ? 2 : 1;
  const parsed = wallsOf(parse).map((wallMs) => wallMs * count);
  return [
    { name, values: wallsOf(costs), unit: "ms" },
    {
      name: `  ${name} / JSON.parse`,
      values: ratios(wallsOf(costs), parsed),
      unit: "×",
      atMost: 1.5,
    },
    { name: `  ${name}: peak memory`, values: peaksOf(costs), unit: "MiB" },
  ];
}

async function recordOf(
  folder: string,
  name: string,
  isSmoke: boolean,
  ...flags: readonly string[]
): Promise<string> {
  await using server = await startReference();
  const output = join(folder, name);
  const usual = ["--endpoint", server.url, "--output", output, "--seed", "1", "--quiet"];
  const part = isSmoke ? ["--only", "errors/*"] : [];
  const cost = await runCli(...usual, "--timeout", "60", ...part, ...flags);
  if (cost.exitCode !== 0) throw new Error(`a run failed with ${cost.exitCode}:\n${cost.output}`);
  return join(output, flags.includes("--compress") ? "run.ndjson.gz" : "run.ndjson");
}

function mebibytes(file: string): number {
  return statSync(file).size / 2 ** 20;
}

function checked(cost: ProcessCost): ProcessCost {
  if (verdictCodes.has(cost.exitCode)) return cost;
  throw new Error(`a measured command failed with ${cost.exitCode}:\n${cost.output}`);
}
