import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "./build.ts";
import type { Implementer } from "./implementer.ts";
import { implementers } from "./implementers.ts";
import { isGood, tableOf } from "./implementers-table.ts";
import type { LanguageResult, CallResult } from "./implementers-table.ts";
import { infer, ownDialect, run } from "./try-implementer.ts";
import type { Depth, Places } from "./try-implementer.ts";
import { namesAmong, npmScript, parseArguments, wholeNumber } from "../npm-script.ts";
import { runMain, printLine } from "../run-main.ts";

interface Options {
  readonly only: readonly string[];
  readonly mistake: readonly string[];
  readonly mistakes: number;
  readonly quick?: true;
  readonly output: string;
}

const script = npmScript(
  "test:implementers",
  "Build each API in docs/examples/implementers whose language is installed, and run init on it. Then run the suite " +
    "with the generated dialect, with the dialect in the folder of the API, and once with each planted defect.",
)
  .option(
    "--only <name...>",
    "run these APIs (default: all)",
    namesAmong(implementers.map(({ name }) => name)),
    [],
  )
  .option(
    "--mistake <name...>",
    "plant only these defects",
    namesAmong(implementers.flatMap(({ mistakes }) => Object.keys(mistakes))),
    [],
  )
  .option("--mistakes <n>", "plant only the first n defects", wholeNumber, 100)
  .option("--quick", "skip properties, histories and the run after init")
  .option("--output <folder>", "write the reports here", "conformance-results/implementers")
  .addHelpText(
    "after",
    "\nThe exit code is 1 for a false positive or a defect that is not detected.",
  );
const values = parseArguments(script).opts<Options>();

async function main(): Promise<number> {
  const wanted = implementers.filter(
    ({ name }) => values.only.length === 0 || values.only.includes(name),
  );
  const results: LanguageResult[] = [];
  for (const implementer of wanted) results.push(await tryLanguage(implementer));
  const table = tableOf(results);
  process.stdout.write(`\n${table}`);
  await mkdir(values.output, { recursive: true });
  await writeFile(join(values.output, "table.md"), table);
  const tried = results.filter(({ skipped }) => skipped === undefined);
  if (tried.length < results.length && process.env["REQUIRE_IMPLEMENTERS"] === "1") return 3;
  return tried.every(isGood) ? 0 : 1;
}

async function tryLanguage(implementer: Implementer): Promise<LanguageResult> {
  const { name } = implementer;
  const built = await build(implementer, {
    sources: resolve("docs/examples/implementers"),
    cache: join(cacheHome(), "status-conformance", "implementers"),
    log: printLine,
  });
  if (!built.isBuilt) {
    printLine(`${name}: skipped: ${built.reason}`);
    return { name, skipped: built.reason, mistakes: [] };
  }
  const places = { folder: built.folder, output: resolve(values.output, name) };
  const clean = values.mistake.length > 0 ? {} : await tryClean(implementer, places);
  return { name, ...clean, mistakes: await tryMistakes(implementer, places) };
}

async function tryClean(
  implementer: Implementer,
  places: Places,
): Promise<Omit<LanguageResult, "mistakes" | "name">> {
  const { name } = implementer;
  const depth: Depth = values.quick === true ? "scripted" : "whole";
  const inferred = await infer(implementer, places);
  printLine(`${name}: init made ${inferred.right} of ${inferred.statements} statements`);
  const clean = await run(implementer, places, { dialect: ownDialect(places), depth });
  printLine(`${name}: clean ended with ${clean.code} (${clean.seconds} s)`);
  if (values.quick === true || inferred.path === undefined) return { inferred, clean };
  const afterInit = await run(implementer, places, { dialect: inferred.path, depth });
  printLine(`${name}: after init ended with ${afterInit.code} (${afterInit.seconds} s)`);
  return { inferred, clean, afterInit };
}

async function tryMistakes(
  implementer: Implementer,
  places: Places,
): Promise<readonly CallResult[]> {
  const wanted = Object.entries(implementer.mistakes)
    .filter(([mistake]) => values.mistake.length === 0 || values.mistake.includes(mistake))
    .slice(0, values.mistakes);
  const met: CallResult[] = [];
  for (const [mistake, expected] of wanted) {
    const depths: readonly Depth[] = values.quick === true ? ["scripted"] : ["scripted", "whole"];
    for (const depth of depths) {
      const result = await run(implementer, places, {
        dialect: ownDialect(places),
        depth,
        mistake,
      });
      const cards = result.cards.map(({ requirement }) => requirement).join(", ") || "nothing";
      printLine(
        `${implementer.name}: ${mistake} (${depth}, ${result.seconds} s): ${result.refusal ?? cards}`,
      );
      const isLast = depth === depths.at(-1) || result.code === 1;
      if (!isLast) continue;
      met.push({ mistake, expected, result });
      break;
    }
  }
  return met;
}

function cacheHome(): string {
  return process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // Exit handlers stop servers and runs. A signal alone would leave them running.
  process.once(signal, () => process.exit(130));
}
await runMain(main);
