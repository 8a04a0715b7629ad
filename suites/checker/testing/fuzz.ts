import { compareWithTrial } from "./compare.ts";
import { textOf } from "./small-history.ts";

/** Runs between two lines of progress. */
const batch = 50_000;

/**
 * Compares the checker with the oracle on many random histories: `--runs` per version mode, from
 * `--seed` on. Prints every disagreement; the exit code is 1 if there is one.
 */
function main(): void {
  const runs = option("--runs", 100_000);
  const firstSeed = option("--seed", 1);
  for (const versions of ["comparable", "opaque"] as const) {
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
