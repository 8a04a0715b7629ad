import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { meet } from "./measure.ts";
import type { Acquaintance, RunBy } from "./measure.ts";
import { lineOf, shareOf, tallyOf, tallyText } from "./strangers-text.ts";

/** Strangers with a lower share of correct entries are printed in detail. */
const poorShare = 0.75;

/**
 * `npm run test:strangers`: runs `init` against GraphQL APIs with random names and shapes, one for each seed, and
 * compares the derived dialect with the true one. `--count N` sets the number of seeds, and `--seed N` the first one.
 * `--run` adds a run with the derived dialect; `--truth` adds a run with the true dialect, which shows that the
 * strangers are correct. `--keep FOLDER` stores the dialects and the reports.
 */
async function main(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      count: { type: "string", default: "20" },
      seed: { type: "string", default: "1" },
      run: { type: "boolean", default: false },
      truth: { type: "boolean", default: false },
      keep: { type: "string" },
      verbose: { type: "boolean", default: false },
    },
  });
  const [first, count] = [Number(values.seed), Number(values.count)];
  const runBy: RunBy = values.truth ? "truth" : values.run ? "written" : "nothing";
  const met: Acquaintance[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    const folder = values.keep === undefined ? undefined : join(values.keep, String(seed));
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
    const one = await meet(seed, runBy, folder);
    met.push(one);
    print(lineOf(one));
    if (runBy !== "nothing") for (const text of one.run?.undecided ?? []) print(`  ${text}`);
    if (values.verbose) print(`${one.edits.join("\n")}\n${one.written ?? one.output}`);
  }
  print(`\n${tallyText(tallyOf(met), count)}`);
  const failed = met.filter(isFailed);
  for (const { stranger } of failed)
    print(`again: npm run test:strangers -- --count 1 --verbose --seed ${stranger.seed}`);
  return failed.length === 0 ? 0 : 1;
}

function isFailed(one: Acquaintance): boolean {
  const { written, unmarked, run } = one;
  const isPoor = shareOf(one) < poorShare || unmarked.length > 0;
  const isWrong = (run?.falseFailures.length ?? 0) + (run?.falseWarnings.length ?? 0) > 0;
  return written === undefined || isPoor || isWrong;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

process.exitCode = await main(process.argv.slice(2));
