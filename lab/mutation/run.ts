import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeTally, describeTotal } from "./describe-tally.ts";
import { explained } from "./explained.ts";
import { sectionsOf } from "./sections.ts";
import { scoreOf, tallyOf } from "./mutation-score.ts";
import { trySection } from "./try-section.ts";

/**
 * `npm run mutation -- --only verdict,outcome`: mutates the judging code and checks whether a test detects each mutant.
 * Fails if the score is below `--bar` percent or an explanation is outdated. `--percent` and `--seed` select a sample.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    bar: { type: "string", default: "90" },
    percent: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    "at-once": { type: "string", default: "1" },
  },
});

process.exitCode = await run();

async function run(): Promise<number> {
  const bar = numberIn("--bar", values.bar);
  const trial = {
    sample: { percent: numberIn("--percent", values.percent), seed: values.seed },
    concurrency: numberIn("--at-once", values["at-once"]),
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
    return sectionsOf(values.only);
  } catch (error) {
    return leave(error instanceof Error ? error.message : String(error));
  }
}

function numberIn(name: string, text: string): number {
  if (/^\d{1,3}(\.\d+)?$/.test(text)) return Number(text);
  return leave(`${name} must be a number: ${text}`);
}

function leave(problem: string): never {
  process.stderr.write(`error: ${problem}\n`);
  process.exit(2);
}
