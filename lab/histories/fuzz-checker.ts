import { Option } from "commander";
import { compareWithTrial } from "../../suites/checker/testing/compare-with-trial.ts";
import { textOf } from "../../suites/checker/testing/small-history.ts";
import { verifyRandom } from "../../suites/checker/testing/verify-random.ts";
import { npmScript, parseArguments, wholeNumber } from "../npm-script.ts";

const allModes = ["comparable", "opaque"] as const;

type Mode = (typeof allModes)[number];

const batch = 50_000;

const verifyBatch = 10_000;

interface Options {
  readonly runs: number;
  readonly seed: number;
  readonly versions?: Mode;
  readonly verify?: number;
  readonly watches?: true;
}

const script = npmScript(
  "fuzz:checker",
  "Compare the checker with the oracle on small random histories, and print every disagreement.",
)
  .option("--runs <n>", "compare n histories per version order", wholeNumber, 100_000)
  .option("--seed <n>", "the seed of the first history", wholeNumber, 1)
  .addOption(
    new Option("--versions <order>", "use only this version order (default: all)").choices(
      allModes,
    ),
  )
  .option(
    "--verify <n>",
    "instead verify the anomalies of n illegal histories per version order",
    wholeNumber,
  )
  .option("--watches", "with --verify: use histories with watches")
  .addHelpText("after", "\nThe exit code is 1 if there is a disagreement.");
const options = parseArguments(script).opts<Options>();

function verify(illegal: number): void {
  const { seed: firstSeed, watches: hasWatches = false } = options;
  for (const versions of modes()) {
    let seed = firstSeed;
    for (let done = 0; done < illegal; done += verifyBatch) {
      const size = Math.min(verifyBatch, illegal - done);
      const startedMs = performance.now();
      const found = verifyRandom(versions, { firstSeed: seed, illegal: size, hasWatches });
      seed += found.runs;
      const perSecond = Math.round((1000 * size) / (performance.now() - startedMs));
      const anomalies = JSON.stringify(Object.fromEntries(found.anomalies));
      print(
        `${versions} ${done + size} illegal of ${seed - firstSeed}, ${perSecond}/s, ${found.unconfirmed.length} unconfirmed: ${anomalies}`,
      );
      for (const problem of found.unconfirmed) print(problem);
      if (found.unconfirmed.length > 0) process.exitCode = 1;
    }
  }
}

function compare(): void {
  const { runs, seed: firstSeed } = options;
  for (const versions of modes()) {
    for (let done = 0; done < runs; done += batch) {
      const size = Math.min(batch, runs - done);
      const found = compareWithTrial(versions, { firstSeed: firstSeed + done, runs: size });
      const { disagreements, unsound, ...counts } = found;
      print(`${versions} ${done + size}: ${JSON.stringify(counts)}`);
      for (const { seed, of, variant, history } of [...disagreements, ...unsound]) {
        print(`seed ${seed} (${of.name}, ${variant}) disagrees\n${textOf(history)}`);
        process.exitCode = 1;
      }
    }
  }
}

function modes(): readonly Mode[] {
  return options.versions === undefined ? allModes : [options.versions];
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

if (options.verify === undefined) compare();
else verify(options.verify);
