import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { namesAmong, npmScript, parseArguments } from "../npm-script.ts";
import { runMain, printLine } from "../run-main.ts";
import type { Exhibit } from "./exhibit.ts";
import { exhibits } from "./exhibits.ts";
import { compareWithJudgements } from "./judge-others.ts";
import { judgements } from "./judgements/index.ts";
import { pageOf } from "./museum-page.ts";
import { judged, recent, tryRecent } from "./recent-releases.ts";
import { listOf, tableOf } from "./exhibits-table.ts";
import { isShown, readShown, tryExhibit } from "./try-exhibit.ts";
import type { Shown } from "./try-exhibit.ts";
import type { ReleaseResult } from "./run-suite.ts";

interface Options {
  readonly list?: true;
  readonly all?: true;
  readonly only: readonly string[];
  readonly whole?: true;
  readonly output: string;
  readonly page?: string;
  readonly recent?: true;
}

const script = npmScript(
  "museum",
  "Fetch releases of other systems from before and after the fix of a published bug, run the suite against both, and " +
    "print whether the requirement is violated before the fix and passes after it. Skip exhibits whose tools or " +
    "packages are missing.",
)
  .argument("[systems...]", "with --recent: check only these systems")
  .option("--list", "print the exhibits")
  .option("--all", "run all exhibits")
  .option("--only <id...>", "run these exhibits", namesAmong(exhibits.map(({ id }) => id)), [])
  .option("--whole", "check all requirements on the fixed releases")
  .option("--recent", "instead check all requirements on recent releases, for npm run docs:results")
  .option(
    "--output <folder>",
    "write the results here; several runs may share it",
    "conformance-results/museum",
  )
  .option("--page <file>", "write the page from the results in the output folder")
  .addHelpText(
    "after",
    "\nThe exit code is 1 if an exhibit does not show its bug, or if another violated requirement has no judgment.",
  );
const { args: positionals } = parseArguments(script);
const values = script.opts<Options>();

async function main(): Promise<number> {
  if (values.list === true) {
    process.stdout.write(listOf(exhibits));
    return 0;
  }
  if (values.recent === true) return await tryRecentReleases();
  const wanted = selected();
  if (typeof wanted === "string") {
    printLine(wanted);
    return 2;
  }
  const output = resolve(values.output);
  const shown: Shown[] = [];
  const whole = new Map<string, ReleaseResult>();
  for (const exhibit of wanted) {
    const one = await tryExhibit(exhibit, {
      output,
      places,
      whole,
      isWhole: values.whole === true,
    });
    printLine(lineOf(one));
    shown.push(one);
    await keep(output, one);
  }
  const table = tableOf(shown);
  process.stdout.write(`\n${table}`);
  if (values.page !== undefined)
    await writeFile(values.page, pageOf(await kept(output), judgements));
  const tried = shown.filter(({ skipped }) => skipped === undefined);
  if (tried.length < shown.length && process.env["REQUIRE_MUSEUM"] === "1") return 3;
  const isJudged = printJudgements(shown);
  return isJudged && tried.every(isShown) ? 0 : 1;
}

/** Checks recent releases. Prints each violated rule. Resolves with 1 if a violated rule has no judgment. */
async function tryRecentReleases(): Promise<number> {
  let code = 0;
  for (const one of recent) {
    if (positionals.length > 0 && !positionals.includes(one.system)) continue;
    const title = `${one.system} ${one.release}`;
    const result = await tryRecent(one, { output: resolve(values.output), places });
    if (!result.isTried) {
      printLine(`${title}: skipped: ${result.reason}`);
      if (process.env["REQUIRE_MUSEUM"] === "1") code = 3;
      continue;
    }
    const broken = judged(one, result.verdicts, judgements);
    printLine(`${title}: ${broken.size} broken rules (${result.seconds} s)`);
    for (const [rule, judgement] of broken) {
      const finding = result.verdicts.get(rule)?.finding ?? "";
      printLine(`  ${rule}: ${judgement?.standing ?? "no judgement"}: ${finding}`);
      if (judgement === undefined && code === 0) code = 1;
    }
  }
  return code;
}

/** Prints missing and outdated judgments. Returns false if one is missing. */
function printJudgements(shown: readonly Shown[]): boolean {
  const { unjudged, unseen } = compareWithJudgements(shown, judgements);
  for (const line of unseen) printLine(`judged, but not broken: ${line}`);
  for (const line of unjudged) printLine(`broken, but not judged: ${line}`);
  return unjudged.length === 0;
}

async function keep(output: string, shown: Shown): Promise<void> {
  await mkdir(join(output, shown.exhibit.id), { recursive: true });
  await writeFile(keptAt(output, shown.exhibit), `${JSON.stringify(shown, undefined, 2)}\n`);
}

async function kept(output: string): Promise<readonly Shown[]> {
  const results = await Promise.all(
    exhibits.map(async (exhibit) => {
      const text = await readFile(keptAt(output, exhibit), "utf8").catch(() => undefined);
      return text === undefined ? [] : [readShown(JSON.parse(text), exhibit)];
    }),
  );
  return results.flat().filter((one) => one !== undefined);
}

function keptAt(output: string, { id }: Exhibit): string {
  return join(output, id, "shown.json");
}

function selected(): readonly Exhibit[] | string {
  if (values.all === true) return exhibits;
  const ids = values.only;
  if (ids.length === 0) return "name exhibits with --only ID,ID, or run all with --all";
  return exhibits.filter(({ id }) => ids.includes(id));
}

function lineOf(shown: Shown): string {
  const { id, rule } = shown.exhibit;
  if (shown.skipped !== undefined) return `${id}: skipped: ${shown.skipped}`;
  const { before, after, seconds } = shown;
  const others = after.others.length === 0 ? "" : `; also broken after: ${after.others.join(", ")}`;
  return `${id}: ${rule}: ${before.release} ${before.verdict}, ${after.release} ${after.verdict} (${seconds} s)${others}`;
}

const cacheHome = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
const places = {
  sources: resolve("lab/museum/servers"),
  cache: join(cacheHome, "status-conformance", "museum"),
  log: printLine,
};

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // Exit handlers stop servers and runs. A signal alone does not call them.
  process.once(signal, () => process.exit(130));
}
await runMain(main);
