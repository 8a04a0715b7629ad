import { npmScript, parseArguments, wholeNumber } from "../npm-script.ts";
import { SoakWorker } from "./soak-worker.ts";
import type { SoakResult } from "./soak-worker.ts";
import { describeDisturbances, disturbancesOf } from "./disturbances.ts";

interface Options {
  readonly runs: number;
  readonly seed: number;
  readonly atOnce: number;
  readonly keep?: string;
}

const script = npmScript(
  "soak",
  "Make full runs against the correct reference server under varying disturbances. No verdict may be wrong.",
)
  .argument("[options...]", "after --: options of each run")
  .option("--runs <n>", "make n runs", wholeNumber, 20)
  .option("--seed <n>", "the seed of the first run", wholeNumber, 1)
  .option("--at-once <n>", "make n runs concurrently", wholeNumber, 4)
  .option("--keep <folder>", "keep the reports and records of failed runs");
const { args: positionals } = parseArguments(script);
const { runs, seed: first, atOnce: lanes, keep } = script.opts<Options>();

process.exitCode = await soak();

async function soak(): Promise<number> {
  const beganMs = performance.now();
  const seeds = Array.from({ length: runs }, (_, index) => first + index).values();
  const results: SoakResult[] = [];
  const stopped = stopSignal();
  const lane = async (): Promise<void> => {
    await using own = new SoakWorker(positionals, keep);
    stopped.addEventListener("abort", () => void own[Symbol.asyncDispose]());
    for (const seed of seeds) {
      const result = await own.run(disturbancesOf(seed));
      if (stopped.aborted) return;
      results.push(result);
      process.stdout.write(describeResult(result));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const count = (of: (result: SoakResult) => number): number =>
    results.reduce((sum, result) => sum + of(result), 0);
  const isWrong = results.filter(({ falseVerdicts }) => falseVerdicts.length > 0).length;
  const isOpen = results.filter(
    ({ isClean, falseVerdicts }) => !isClean && falseVerdicts.length === 0,
  );
  const largest = Math.max(0, ...results.map(({ residentBytes }) => residentBytes)) / 1_048_576;
  const minutes = ((performance.now() - beganMs) / 60_000).toFixed(1);
  process.stdout.write(
    `\n${results.length} runs in ${minutes} minutes, ${lanes} concurrently: ` +
      `${count(({ falseVerdicts }) => falseVerdicts.length)} false verdicts, in ${isWrong} of the runs; ` +
      `${isOpen.length} runs without a conclusion; ` +
      `largest process: ${largest.toFixed(0)} MiB\n`,
  );
  const isWhole = results.length === runs;
  return isWhole && isWrong === 0 && isOpen.length === 0 ? 0 : 1;
}

/** Aborts on SIGINT or SIGTERM. The program then stops its processes and prints the results so far. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

function describeResult(result: SoakResult): string {
  const { disturbances, seconds, end, falseVerdicts, open, isClean, printed } = result;
  const title = `seed ${disturbances.seed}  ${seconds.toFixed(0).padStart(4)} s  ${describeDisturbances(disturbances)}`;
  if (isClean) return `clean  ${title}\n`;
  const lines = [...falseVerdicts, ...open].map(
    ({ requirement, verdict, because }) => `       ${requirement}: ${verdict}: ${because}\n`,
  );
  return `${falseVerdicts.length > 0 ? "FALSE" : "open "}  ${title}, ${end}\n${lines.join("")}${printed}\n`;
}
