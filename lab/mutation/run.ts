import { fileURLToPath } from "node:url";
import { InvalidArgumentError } from "commander";
import { npmScript, parseArguments, wholeNumber } from "../npm-script.ts";
import { describeTally, describeTotal } from "./describe-tally.ts";
import { explained } from "./explained.ts";
import { sectionsOf } from "./sections.ts";
import { scoreOf, tallyOf } from "./mutation-score.ts";
import { trySection } from "./try-section.ts";

interface Options {
  readonly only?: string;
  readonly bar: number;
  readonly percent: number;
  readonly seed: string;
  readonly atOnce: number;
}

const script = npmScript(
  "mutation",
  "Mutate the judging code, and check whether a test detects each mutant.",
)
  .option("--only <sections>", "mutate only these sections, separated by commas")
  .option("--bar <percent>", "the lowest permitted score", percentage, 90)
  .option("--percent <percent>", "the share of mutants to test", percentage, 100)
  .option("--seed <n>", "the seed of the sample", "1")
  .option("--at-once <n>", "test n mutants concurrently", wholeNumber, 1)
  .addHelpText(
    "after",
    "\nThe exit code is 1 if a score is too low or an explanation is outdated.",
  );
const { only, bar, percent, seed, atOnce } = parseArguments(script).opts<Options>();

process.exitCode = await run();

async function run(): Promise<number> {
  const trial = {
    sample: { percent, seed },
    concurrency: atOnce,
    plugin: fileURLToPath(new URL("mutation-checkers.js", import.meta.url)),
  };
  const found = [];
  for (const section of chosen()) {
    const beganMs = performance.now();
    const tally = tallyOf(await trySection(section, trial), explained);
    const row = { name: section.name, tally, minutes: (performance.now() - beganMs) / 60_000 };
    process.stdout.write(describeTally(row));
    found.push(row);
  }
  process.stdout.write(describeTotal(found));
  const isGood = found.every(
    ({ tally }) => scoreOf(tally) >= bar && tally.stale.length === 0 && tally.failed === 0,
  );
  if (!isGood)
    process.stdout.write(
      `failed: a score below ${bar} %, mutants that could not be tested, or an outdated explanation\n`,
    );
  return isGood ? 0 : 1;
}

function chosen(): ReturnType<typeof sectionsOf> {
  try {
    return sectionsOf(only);
  } catch (error) {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

function percentage(text: string): number {
  if (!/^\d{1,3}(\.\d+)?$/u.test(text)) throw new InvalidArgumentError("Use a number.");
  return Number(text);
}
