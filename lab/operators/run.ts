import { join } from "node:path";
import { markdownTable } from "#reports";
import { scopedSignal } from "#targets";
import type { ClusterOptions } from "../kubernetes/cluster.ts";
import { driveOperator, findServers } from "./drive-operator.ts";
import type { Verdicts } from "./drive-operator.ts";
import { operators } from "./operators.ts";
import type { Operator } from "./operators.ts";
import { namesAmong, npmScript, parseArguments } from "../npm-script.ts";
import { runMain, printLine } from "../run-main.ts";

interface Options {
  readonly operator: readonly string[];
  readonly output: string;
}

const script = npmScript(
  "test:operators",
  "Run a small operator for each library with `npx conformance controller` on a real API server, and print a table. " +
    "Skip operators whose language is missing.",
)
  .argument("[options...]", "after --: options of each run")
  .option(
    "--operator <name...>",
    "run these operators (default: all)",
    namesAmong(operators.map(({ name }) => name)),
    [],
  )
  .option("--output <folder>", "write the reports here", "conformance-results/operators")
  .addHelpText("after", "\nThe exit code is 1 if an operator cannot run or a MUST is violated.");
const { args: positionals } = parseArguments(script);
const values = script.opts<Options>();

interface Driven {
  readonly operator: Operator;
  readonly code: number;
  readonly verdicts: Verdicts;
  readonly skipped?: string;
}

async function main(): Promise<number> {
  const found = await findServers();
  if (found === undefined) return process.env["REQUIRE_KUBERNETES"] === "1" ? 3 : 0;
  const { servers, cache, limits } = found;
  const results: Driven[] = [];
  for (const operator of operators) {
    if (values.operator.length > 0 && !values.operator.includes(operator.name)) continue;
    using limit = scopedSignal(limits);
    const command = await operator
      .prepare({ cache, log: printLine, limit: limit.signal })
      .catch(asError);
    results.push(
      typeof command === "string"
        ? await drive(operator, { command, servers })
        : { operator, code: 0, verdicts: new Map(), skipped: command.message },
    );
  }
  process.stdout.write(tableOf(results));
  return results.some(isBad) ? 1 : 0;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Whether an operator failed. An unexercised requirement is inconclusive, which is not a failure. */
function isBad({ code }: Driven): boolean {
  return code !== 0 && code !== 4;
}

async function drive(
  operator: Operator,
  { command, servers }: { readonly command: string; readonly servers: ClusterOptions },
): Promise<Driven> {
  printLine(`${operator.name}: ${operator.library}`);
  const { ready } = operator;
  const output = join(values.output, operator.name);
  const words = ["--runs", "4", ...positionals];
  return { operator, ...(await driveOperator({ command, ready, servers, output, words })) };
}

function tableOf(results: readonly Driven[]): string {
  const head = ["Operator", "Exit code", "pass", "Broken MUSTs", "Broken SHOULDs", "Undecided"];
  const rows = results.map(({ operator, code, verdicts, skipped }) =>
    skipped === undefined
      ? [
          operator.library,
          String(code),
          String(verdicts.get("pass")?.length ?? 0),
          named(verdicts, ["fail", "flaky"]),
          named(verdicts, ["warn"]),
          named(verdicts, ["inconclusive", "untestable", "errored"]),
        ]
      : [operator.library, "skipped", "", "", "", skipped.split("\n")[0] ?? ""],
  );
  return `${markdownTable(head, rows)}\n`;
}

function named(verdicts: Verdicts, wanted: readonly string[]): string {
  return wanted
    .flatMap((verdict) => verdicts.get(verdict) ?? [])
    .map((name) => `\`${name}\``)
    .join(", ");
}

await runMain(main);
