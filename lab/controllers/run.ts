import { scaleLimits } from "#contract";
import { usualBudget } from "#harness";
import { faults } from "#reference";
import { faultyVariants, rulesOfVariant } from "#reference/controller";
import type { FaultyVariant } from "#reference/controller";
import type { RunResult } from "#verdicts";
import { scriptedScenarios } from "#wings/controllers";
import { checkOwnController } from "../../bin/controller/check-own-controller.ts";
import { patternOf, patterns, reportLimitFor } from "./finding-patterns.ts";
import type { Pattern } from "./finding-patterns.ts";
import { nameList, namesAmong, npmScript, parseArguments, wholeNumber } from "../npm-script.ts";
import { printLine, runMain } from "../run-main.ts";

interface Options {
  readonly runs: number;
  readonly right: number;
  readonly variant: readonly string[];
  readonly only: readonly string[];
  readonly kind: readonly string[];
  readonly whole?: true;
}

const script = npmScript(
  "controllers",
  "Show which faulty variants of the reference controllers are detected, by pattern, and how often the correct " +
    "controllers violate a requirement.",
)
  .option("--runs <n>", "run each variant n times", wholeNumber, 1)
  .option("--right <n>", "run the correct controllers n times", wholeNumber, 1)
  .option(
    "--variant <name...>",
    "run these variants (default: all)",
    namesAmong(faultyVariants.map(({ name }) => name)),
    [],
  )
  .option("--whole", "play all scenarios for each variant, not only those that expose it")
  .option("--kind <name...>", "restrict the correct controllers to these kinds", nameList, [])
  .option(
    "--only <scenario...>",
    "restrict the correct controllers to these scenarios",
    nameList,
    [],
  )
  .addHelpText(
    "after",
    "\nThe exit code is 1 if a run misses a variant or finds something else, or if a correct controller has a finding.",
  );
const values = parseArguments(script).opts<Options>();
const { runs, right: rightRuns } = values;

interface Tally {
  readonly variant: FaultyVariant;
  readonly pattern: Pattern;
  found: number;
  readonly others: Set<string>;
  longestMs: number;
}

async function main(): Promise<number> {
  const chosen = faultyVariants.filter(
    ({ name }) => values.variant.length === 0 || values.variant.includes(name),
  );
  const tallies: Tally[] = [];
  for (const variant of chosen) tallies.push(await tryVariant(variant));
  for (const line of tableOf(tallies)) process.stdout.write(`${line}\n`);
  const accused = await tryRight();
  const isMissed = tallies.some(({ found, others }) => found < runs || others.size > 0);
  return isMissed || accused > 0 ? 1 : 0;
}

async function tryVariant(variant: FaultyVariant): Promise<Tally> {
  const [first] = variant.scenarios;
  const scenario = scriptedScenarios.find(({ name }) => name === first);
  const pattern = patternOf(
    typeof scenario?.steps === "function" ? planned : (scenario?.steps ?? []),
  );
  const tally: Tally = { variant, pattern, found: 0, others: new Set(), longestMs: 0 };
  for (let run = 1; run <= runs; run += 1) {
    const beganMs = performance.now();
    const result = await checkOwnController({
      rules: rulesOfVariant(variant),
      serverFaults: faults.filter(({ name }) => variant.needs?.includes(name)),
      kinds: [variant.kind],
      owned: variant.owns,
      ...(values.whole === true
        ? {}
        : {
            selection: { only: variant.scenarios.map((name) => `controllers/${name}`), skip: [] },
          }),
      convergeMs: reportLimitFor(variant.breaks),
      quietMs,
      limits: patient,
      proofBudget: { ...usualBudget, runs: 4 },
      seed: run,
    });
    const broken = brokenIn(result);
    if (broken.includes(variant.breaks[0])) tally.found += 1;
    for (const id of broken) if (!variant.breaks.some((one) => one === id)) tally.others.add(id);
    tally.longestMs = Math.max(tally.longestMs, performance.now() - beganMs);
  }
  printLine(`${variant.name}: found in ${tally.found} of ${runs}${othersOf(tally)}`);
  return tally;
}

/**
 * Runs the correct controllers several times through the selected scenarios, which default to all. Returns the number
 * of runs with a violation.
 */
async function tryRight(): Promise<number> {
  let accused = 0;
  const took: number[] = [];
  for (let run = 1; run <= rightRuns; run += 1) {
    const beganMs = performance.now();
    const result = await checkOwnController({
      convergeMs: 60_000,
      quietMs,
      limits: patient,
      seed: run,
      ...(values.kind.length === 0 ? {} : { kinds: values.kind }),
      ...(values.only.length === 0
        ? {}
        : { selection: { only: values.only.map((name) => `controllers/${name}`), skip: [] } }),
    });
    took.push((performance.now() - beganMs) / 1000);
    const broken = brokenIn(result);
    if (broken.length > 0) accused += 1;
    printLine(
      `correct controllers, run ${run}: ${broken.length === 0 ? "no violation" : broken.join(", ")}`,
    );
  }
  const times = took.toSorted((left, right) => left - right);
  const middle = times[Math.floor(times.length / 2)] ?? 0;
  process.stdout.write(
    `\ncorrect controllers: a violation in ${accused} of ${rightRuns} default runs; ` +
      `median ${middle.toFixed(0)} s, longest ${(times.at(-1) ?? 0).toFixed(0)} s\n`,
  );
  return accused;
}

function brokenIn({ verdicts }: RunResult): readonly string[] {
  return verdicts
    .filter(({ verdict }) => verdict === "fail" || verdict === "warn")
    .map(({ requirement }) => requirement);
}

function tableOf(tallies: readonly Tally[]): readonly string[] {
  const lines = ["| Pattern | Variants | Found | In every run |", "|---|---:|---:|---:|"];
  for (const [pattern, title] of Object.entries(patterns)) {
    const own = tallies.filter((tally) => tally.pattern === pattern);
    if (own.length === 0) continue;
    const found = own.filter((tally) => tally.found > 0).length;
    const always = own.filter((tally) => tally.found === runs).length;
    lines.push(`| ${title} | ${own.length} | ${found} | ${always} of ${own.length} |`);
  }
  const missed = tallies.filter(({ found }) => found < runs);
  for (const tally of missed) {
    lines.push(`missed: ${tally.variant.name}, found in ${tally.found} of ${runs}`);
  }
  for (const tally of tallies) {
    if (tally.others.size > 0) lines.push(`also accused: ${tally.variant.name}${othersOf(tally)}`);
  }
  return lines;
}

function othersOf({ others }: Tally): string {
  return others.size === 0 ? "" : `, also ${[...others].join(", ")}`;
}

/** A planned scenario, which the suite derives from a controller's first run. It consists of crashes. */
const planned = [{ step: "restart" }] as const;

/** Timeout of the command line for controllers of unknown speed to become idle, in milliseconds. */
const quietMs = 500;

/** The machine may be busy, so requests and cases get more time. */
const patient = scaleLimits(10);

await runMain(main);
