import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CommanderError } from "commander";
import { meet } from "./meet-stranger.ts";
import type { Acquaintance } from "./meet-stranger.ts";
import { readStrangersOptions } from "./strangers-options.ts";
import { faultsFor, likeFreedoms } from "./stranger-faults.ts";
import type { StrangerFault } from "./stranger-faults.ts";
import type { StrangersOptions } from "./strangers-options.ts";
import { strangerOf } from "./stranger.ts";
import { lineOf, shareOf, tallyOf, tallyText } from "./strangers-text.ts";

/** If the share of correct entries is lower, the API counts as failed. */
const poorShare = 0.75;

async function main(words: readonly string[]): Promise<number> {
  const options = readStrangersOptions(words, {
    writeOut: print,
    writeErr: (text) => process.stderr.write(text),
  });
  const { first, count, runBy, isVerbose, keep } = options;
  const met: Acquaintance[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    for (const fault of faultsOf(seed, options)) {
      const folder =
        keep === undefined ? undefined : join(keep, [seed, fault].filter(Boolean).join("-"));
      if (folder !== undefined) mkdirSync(folder, { recursive: true });
      const one = await meet({ seed, runBy, keep: folder, fault });
      met.push(one);
      printLine([lineOf(one), ...(one.run?.undecided ?? [])].join("\n  "));
      if (isVerbose) printLine(`${one.edits.join("\n")}\n${one.written ?? one.output}`);
    }
  }
  printLine(`\n${tallyText(tallyOf(met), count)}`);
  const failed = met.filter(isFailed);
  for (const { stranger, fault } of failed) {
    const planted = fault === undefined ? "" : ` --fault ${fault}`;
    printLine(
      `again: npm run test:strangers -- --count 1 --verbose --seed ${stranger.seed}${planted}`,
    );
  }
  return failed.length === 0 ? 0 : 1;
}

/** Selects faults for an API by its seed. Without faults, the API is correct and runs once. */
function faultsOf(
  seed: number,
  { faults: count, fault }: Pick<StrangersOptions, "fault" | "faults">,
): readonly (StrangerFault | undefined)[] {
  if (fault !== undefined) return faultsFor(strangerOf(seed)).filter((name) => name === fault);
  if (count === 0) return [undefined];
  const possible = faultsFor(strangerOf(seed)).filter((name) => !likeFreedoms.has(name));
  const start = (seed * 7) % Math.max(1, possible.length);
  return [...possible.slice(start), ...possible.slice(0, start)].slice(0, count);
}

function isFailed(one: Acquaintance): boolean {
  const { written, unmarked, run } = one;
  const isMissed = one.fault !== undefined && run?.isFaultFound !== true;
  const isPoor = one.fault === undefined && (shareOf(one) < poorShare || unmarked.length > 0);
  const isWrong = (run?.falseFailures.length ?? 0) + (run?.falseWarnings.length ?? 0) > 0;
  return written === undefined || isPoor || isWrong || isMissed;
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
