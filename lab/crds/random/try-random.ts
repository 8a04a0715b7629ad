import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Cluster } from "../../kubernetes/cluster.ts";
import { printLine } from "../../run-main.ts";
import { install } from "../install.ts";
import { interruptedCode, tryKind } from "../try-kind.ts";
import type { KindResult } from "../try-kind.ts";
import { randomDefinition } from "./random-definition.ts";
import type { RandomDefinition } from "./random-definition.ts";
import { tryValues } from "./try-values.ts";
import { withoutCostlyRules } from "./without-costly-rules.ts";

export interface RandomTrials {
  readonly cluster: Cluster;
  readonly seeds: readonly number[];
  readonly concurrency: number;
  readonly output: string;
  readonly words: readonly string[];
  readonly signal: AbortSignal;
}

interface Trial {
  readonly seed: number;
  /** An error of the generator: the server rejected its definition or its values. */
  readonly mistake?: string;
  readonly result?: KindResult;
}

/**
 * Runs the profile on random kinds of a conformant server. Prints the seed of every kind that did not run, or that has
 * a violated or inconclusive MUST. Resolves with the exit code, which is 0 if there are none.
 */
export async function tryRandom(trials: RandomTrials): Promise<number> {
  // Installs all definitions before the first run. A later definition would close the watches of other kinds.
  const prepared = await Promise.all(trials.seeds.map((seed) => prepare(seed, trials)));
  const queue = prepared.values();
  const done: Trial[] = [];
  const lane = async (): Promise<void> => {
    for (const one of queue) {
      if (trials.signal.aborted) break;
      const trial = await tryOne(one, trials);
      if (trials.signal.aborted) break;
      done.push(trial);
      printLine(sentenceOf(trial));
    }
  };
  await Promise.all(Array.from({ length: trials.concurrency }, lane));
  const summary = summaryOf(done.toSorted((left, right) => left.seed - right.seed));
  process.stdout.write(summary);
  if (trials.signal.aborted) return interruptedCode;
  return done.some((trial) => problemsOf(trial).length > 0) ? 1 : 0;
}

interface Prepared {
  readonly definition: RandomDefinition;
  readonly mistake?: string;
}

async function prepare(seed: number, trials: RandomTrials): Promise<Prepared> {
  const definition = randomDefinition(seed);
  if (trials.signal.aborted) return { definition };
  const { installed, refusal } = await installAffordable(definition, trials);
  const mistake = refusal ?? (await tryValues(trials.cluster, installed));
  return { definition: installed, ...(mistake === undefined ? {} : { mistake }) };
}

/** Installs a definition. Removes rules that the server rejects as too costly. */
async function installAffordable(
  definition: RandomDefinition,
  { cluster }: RandomTrials,
): Promise<{ readonly installed: RandomDefinition; readonly refusal?: string }> {
  let installed = definition;
  let refusal = await install(cluster, installed);
  let attempts = 0;
  while (refusal !== undefined && attempts < maxChanges) {
    const object = withoutCostlyRules(installed.object, refusal);
    if (object === undefined) break;
    installed = { ...definition, object };
    refusal = await install(cluster, installed);
    attempts += 1;
  }
  return { installed, ...(refusal === undefined ? {} : { refusal }) };
}

const maxChanges = 4;

async function tryOne({ definition, mistake }: Prepared, trials: RandomTrials): Promise<Trial> {
  const { seed, name } = definition;
  if (mistake !== undefined) return { seed, mistake };
  const { cluster, output, words, signal } = trials;
  const result = await tryKind({ cluster, project: "random", kind: name, output, words, signal });
  const text = JSON.stringify(definition.object, undefined, 2);
  await writeFile(join(output, name, "definition.json"), text);
  return { seed, result };
}

function problemsOf({ mistake, result }: Trial): readonly string[] {
  if (mistake !== undefined) return [`a mistake of the generator: ${mistake}`];
  if (result === undefined) return [];
  const { refusal, broken, open } = result;
  if (refusal !== undefined) return [`did not run: ${refusal}`];
  return [
    ...broken.map((name) => `false MUST: ${name}`),
    ...open.map((name) => `undecided MUST: ${name}`),
  ];
}

function sentenceOf(trial: Trial): string {
  const problems = problemsOf(trial);
  const { seconds = 0 } = trial.result ?? {};
  return `seed ${trial.seed} (${seconds} s): ${problems.length === 0 ? "conformant" : problems.join(", ")}`;
}

function summaryOf(trials: readonly Trial[]): string {
  const bad = trials.filter((trial) => problemsOf(trial).length > 0);
  const ran = trials.filter(({ result }) => result !== undefined && result.refusal === undefined);
  const countOf = (of: (result: KindResult) => number): number =>
    ran.reduce((sum, { result }) => sum + (result === undefined ? 0 : of(result)), 0);
  const lines = bad.map(
    (trial) =>
      `${sentenceOf(trial)}\n  repeat: npm run test:crds -- --random 1 --seed ${trial.seed}`,
  );
  const mistakes = trials.filter(({ mistake }) => mistake !== undefined).length;
  const broken = countOf((result) => result.broken.length);
  const open = countOf((result) => result.open.length);
  return [
    ...lines,
    `${ran.length} of ${trials.length - mistakes} random kinds ran: ${broken} false MUSTs, ${open} undecided MUSTs${mistakes === 0 ? "" : `; ${mistakes} mistakes of the generator`}.`,
    "",
  ].join("\n");
}
