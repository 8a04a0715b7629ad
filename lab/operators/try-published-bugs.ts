import { join } from "node:path";
import { markdownTable } from "#reports";
import { scopedSignal } from "#targets";
import { namesAmong, npmScript, parseArguments } from "../npm-script.ts";
import { runMain, printLine } from "../run-main.ts";
import { driveOperator, findServers } from "./drive-operator.ts";
import type { FoundServers } from "./drive-operator.ts";
import { publishedBugs } from "./published-bugs.ts";
import type { PublishedBug, Release } from "./published-bugs.ts";

interface Options {
  readonly bug: readonly string[];
  readonly output: string;
}

const script = npmScript(
  "test:published-bugs",
  "Run an operator with two releases of its library, one with a published bug and one without it, and print a table. " +
    "Skip libraries whose language is missing.",
)
  .option(
    "--bug <name...>",
    "try these bugs (default: all)",
    namesAmong(publishedBugs.map(({ name }) => name)),
    [],
  )
  .option("--output <folder>", "write the reports here", "conformance-results/published-bugs")
  .addHelpText(
    "after",
    "\nThe exit code is 1 if a bug is not found, or if the requirement does not pass for the other release.",
  );
const values = parseArguments(script).opts<Options>();

type Result = "broken" | "not broken" | "not decided" | "skipped";

interface Tried {
  readonly bug: PublishedBug;
  readonly bad: Result;
  readonly good: Result;
}

async function main(): Promise<number> {
  const found = await findServers();
  if (found === undefined) return process.env["REQUIRE_KUBERNETES"] === "1" ? 3 : 0;
  const tried: Tried[] = [];
  for (const bug of publishedBugs) {
    if (values.bug.length > 0 && !values.bug.includes(bug.name)) continue;
    const bad = await tryRelease(bug, bug.bad, found);
    const good = bad === "skipped" ? bad : await tryRelease(bug, bug.good, found);
    tried.push({ bug, bad, good });
  }
  process.stdout.write(tableOf(tried));
  return tried.every(isShown) ? 0 : 1;
}

function isShown({ bad, good }: Tried): boolean {
  return bad === "skipped" || (bad === "broken" && good === "not broken");
}

async function tryRelease(
  { name, about, breaks, library, ready, scenarios }: PublishedBug,
  { version, prepare }: Release,
  { servers, cache, limits }: FoundServers,
): Promise<Result> {
  printLine(`${name}: ${library} ${version}`);
  using limit = scopedSignal(limits);
  const command = await prepare({ cache, log: printLine, limit: limit.signal }).catch(
    (error: unknown) => {
      printLine(`skipped: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    },
  );
  if (command === undefined) return "skipped";
  const only = scenarios.map((scenario) => `controllers/${scenario}`);
  const output = join(values.output, `${name}-${version}`);
  const specs = about === undefined ? [] : ["--specs", about.specs];
  const words = ["--converge", "10s", ...specs, "--only", ...only];
  const kind = about === undefined ? {} : { kind: about.kind };
  const { verdicts } = await driveOperator({ command, ready, servers, output, words, ...kind });
  const isIn = (...names: readonly string[]): boolean =>
    names.some((verdict) => verdicts.get(verdict)?.includes(breaks) === true);
  if (isIn("fail", "warn", "flaky")) return "broken";
  return isIn("pass") ? "not broken" : "not decided";
}

function tableOf(tried: readonly Tried[]): string {
  const head = ["Bug", "Release with it", "Release without it", "Requirement"];
  const rows = tried.map(({ bug, bad, good }) => [
    `${bug.library}: ${bug.summary} ${bug.upstream}`,
    `${bug.bad.version}: ${bad}`,
    `${bug.good.version}: ${good}`,
    `\`${bug.breaks}\``,
  ]);
  return `${markdownTable(head, rows)}\n`;
}

await runMain(main);
