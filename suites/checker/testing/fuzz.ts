import { compareWithTrial } from "./compare-with-trial.ts";
import { textOf } from "./small-history.ts";
import { verifyRandom } from "./verify-random.ts";

const allModes = ["comparable", "opaque"] as const;

type Mode = (typeof allModes)[number];

const batch = 50_000;

const verifyBatch = 10_000;

/**
 * With `--verify N`, verifies the anomalies of N illegal random histories per version order (`--watches`: histories
 * with watches; `--versions opaque`: only that order). Otherwise, compares the checker with the oracle on `--runs`
 * random histories per version order, starting with `--seed`. Prints every disagreement, and exits with 1 if there is
 * one.
 */
function main(): void {
  if (process.argv.includes("--verify")) return verify();
  compare();
}

function verify(): void {
  const illegal = option("--verify", 100_000);
  const hasWatches = process.argv.includes("--watches");
  const firstSeed = option("--seed", 1);
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
  const runs = option("--runs", 100_000);
  const firstSeed = option("--seed", 1);
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
  const at = process.argv.indexOf("--versions");
  const named = at < 0 ? allModes : allModes.filter((mode) => mode === process.argv[at + 1]);
  if (named.length > 0) return named;
  throw new RangeError(`--versions takes one of ${allModes.join(", ")}`);
}

function option(name: string, byDefault: number): number {
  const at = process.argv.indexOf(name);
  const value = at < 0 ? byDefault : Number(process.argv[at + 1]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(`${name} takes a whole number above 0`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main();
