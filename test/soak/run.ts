import { parseArgs } from "node:util";
import { runInWeather } from "./run-in-weather.ts";
import type { SoakResult } from "./run-in-weather.ts";
import { describeWeather, weatherOf } from "./weather.ts";

/**
 * `npm run soak -- --runs N`: full runs against the clean reference, each in a weather of its own, several
 * at once. The number of false verdicts must be 0. What follows `--` goes to the command line of every run.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    "at-once": { type: "string", default: "2" },
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
  const lane = async (): Promise<void> => {
    for (const seed of seeds) {
      const result = await runInWeather(weatherOf(seed), positionals);
      results.push(result);
      process.stdout.write(describeResult(result));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const count = (of: (result: SoakResult) => number): number =>
    results.reduce((sum, result) => sum + of(result), 0);
  const isWrong = results.filter(({ falseVerdicts }) => falseVerdicts.length > 0).length;
  const isOpen = results.filter(
    ({ code, falseVerdicts }) => code !== 0 && falseVerdicts.length === 0,
  );
  const minutes = ((performance.now() - beganMs) / 60_000).toFixed(1);
  process.stdout.write(
    `\n${results.length} runs in ${minutes} minutes, ${lanes} at once: ` +
      `${count(({ falseVerdicts }) => falseVerdicts.length)} false verdicts in ${isWrong} runs; ` +
      `${isOpen.length} runs came to no conclusion\n`,
  );
  return isWrong === 0 && isOpen.length === 0 ? 0 : 1;
}

function describeResult(result: SoakResult): string {
  const { weather, seconds, code, falseVerdicts, open, printed } = result;
  const title = `seed ${weather.seed}  ${seconds.toFixed(0).padStart(4)} s  ${describeWeather(weather)}`;
  if (code === 0 && falseVerdicts.length === 0) return `clean  ${title}\n`;
  const lines = [...falseVerdicts, ...open].map((line) => `       ${line}\n`).join("");
  return `${falseVerdicts.length > 0 ? "FALSE" : "open "}  ${title}, exit ${code}\n${lines}${printed}\n`;
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`error: ${name} is no whole number: ${text}\n`);
  process.exit(2);
}
