import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CommanderError } from "commander";
import { meet } from "./measure.ts";
import type { Acquaintance } from "./measure.ts";
import { readStrangersOptions } from "./strangers-options.ts";
import { lineOf, shareOf, tallyOf, tallyText } from "./strangers-text.ts";

/** The share of correct entries below which a stranger is printed in detail. */
const poorShare = 0.75;

/** Runs `init` against each stranger, and prints the results. */
async function main(words: readonly string[]): Promise<number> {
  const { first, count, runBy, isVerbose, keep } = readStrangersOptions(words, {
    writeOut: print,
    writeErr: (text) => process.stderr.write(text),
  });
  const met: Acquaintance[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    const folder = keep === undefined ? undefined : join(keep, String(seed));
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
    const one = await meet(seed, runBy, folder);
    met.push(one);
    printLine(lineOf(one));
    if (runBy !== "nothing") for (const text of one.run?.undecided ?? []) printLine(`  ${text}`);
    if (isVerbose) printLine(`${one.edits.join("\n")}\n${one.written ?? one.output}`);
  }
  printLine(`\n${tallyText(tallyOf(met), count)}`);
  const failed = met.filter(isFailed);
  for (const { stranger } of failed)
    printLine(`again: npm run test:strangers -- --count 1 --verbose --seed ${stranger.seed}`);
  return failed.length === 0 ? 0 : 1;
}

function isFailed(one: Acquaintance): boolean {
  const { written, unmarked, run } = one;
  const isPoor = shareOf(one) < poorShare || unmarked.length > 0;
  const isWrong = (run?.falseFailures.length ?? 0) + (run?.falseWarnings.length ?? 0) > 0;
  return written === undefined || isPoor || isWrong;
}

function print(text: string): void {
  process.stdout.write(text);
}

function printLine(text: string): void {
  print(`${text}\n`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode;
}
