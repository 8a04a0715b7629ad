import { parseArgs } from "node:util";
import { SoakWorker } from "./soak-worker.ts";
import type { SoakResult } from "./soak-worker.ts";
import { describeDisturbances, disturbancesOf } from "./disturbances.ts";

/**
 * `npm run soak -- --runs N`: makes N full runs against the correct reference server under varying disturbances,
 * several of them concurrently. No verdict may be wrong. `--keep FOLDER` keeps the reports and records of failed runs.
 * Arguments after `--` are passed to every run.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    "at-once": { type: "string", default: "4" },
    keep: { type: "string" },
  },
});

const runs = wholeNumber("--runs", values.runs);
const first = wholeNumber("--seed", values.seed);
const lanes = wholeNumber("--at-once", values["at-once"]);

process.exitCode = await soak();

async function soak(): Promise<number> {
  const beganMs = performance.now();
  const seeds = Array.from({ length: runs }, (_, index) => first + index).values();
  const results: SoakResult[] = [];
  const stopped = stopSignal();
  const lane = async (): Promise<void> => {
    await using own = new SoakWorker(positionals, values.keep);
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

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`error: ${name} must be an integer: ${text}\n`);
  process.exit(2);
}
