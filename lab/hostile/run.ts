import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { npmScript, parseArguments, wholeNumber } from "../npm-script.ts";
import { AttackWorkers } from "./attacks/attack-workers.ts";
import { recognisedEncodings } from "./attacks/encoding-attacks.ts";
import type { AttackSum } from "./attacks/run-attacks.ts";
import { runAttacks } from "./attacks/run-attacks.ts";
import { CaseTable } from "./case-table.ts";
import { defects } from "./defects/index.ts";
import { writeDialects } from "./dialects.ts";
import { caseOf, describeCase } from "./hostile-case.ts";
import { heldCases, knownCaseCount } from "./known-cases.ts";
import { brokenTests } from "./known-tests.ts";
import { goalTable } from "./goal-table.ts";
import { measureInterruptions } from "./interrupt.ts";
import { recognitionCost } from "./recognition-cost.ts";
import { runCase } from "./run-case.ts";
import type { CaseOutcome, Caller } from "./run-case.ts";
import { Upstream } from "./hostile-upstream.ts";
import { WorkerProcess } from "./worker-process.ts";
import { readEnd } from "./case-run.ts";
import type { CaseCall, CaseEnd } from "./case-run.ts";

/** Number of cases after which the correct server is restarted, because aborted runs leave orphaned objects on it. */
const casesPerServer = 50;

/**
 * Number of cases after which the process of the program is replaced. Leftover state of a case could mask the effects
 * of later ones.
 */
const casesPerWorker = 200;

interface Work {
  readonly seeds: Iterator<number>;
  readonly folder: string;
  readonly isVerbose: boolean;
  readonly table: CaseTable;
  readonly failed: CaseOutcome[];
}

interface Options {
  readonly attacks: number;
  readonly cases: number;
  readonly seed: number;
  readonly case?: number;
  readonly defect: string;
  readonly minutes: number;
  readonly workers: number;
  readonly table?: true;
  readonly interruptions: number;
  readonly known?: true;
  readonly keep?: true;
  readonly verbose?: true;
}

const script = npmScript(
  "test:hostile",
  "Attack the program and its components, then run it against hostile servers that are generated from seeds.",
)
  .option("--attacks <n>", "make n attacks", wholeNumber, 300)
  .option("--cases <n>", "run against n servers", wholeNumber, 150)
  .option("--seed <n>", "the seed of the first attack and of the first server", wholeNumber, 0)
  .option("--case <seed>", "run against one server only", wholeNumber)
  .option("--defect <prefix>", "run against servers with these defects only", "")
  .option("--minutes <n>", "start no run after n minutes", wholeNumber, 600)
  .option("--workers <n>", "make n runs concurrently", wholeNumber, 8)
  .option("--table", "finally print a table of goals and results")
  .option("--interruptions <n>", "with --table: interrupt n runs", wholeNumber, 10)
  .option("--known", "also run the tests of cases that were once tested manually")
  .option("--keep", "keep the reports and records")
  .option("--verbose", "print the outcome of each run");

async function main(values: Options): Promise<number> {
  const first = values.case ?? values.seed;
  const count = values.case === undefined ? values.cases : 1;
  const folder = mkdtempSync(join(tmpdir(), "conformance-hostile-"));
  const startedMs = performance.now();
  const deadlineMs = startedMs + values.minutes * 60_000;
  const work: Work = {
    seeds: seedsFrom({ first, count, defect: values.defect, deadlineMs }),
    folder,
    isVerbose: values.verbose === true || values.case !== undefined,
    table: new CaseTable(),
    failed: [],
  };
  const attacks = await attackAll(range(first, values.case === undefined ? values.attacks : 0));
  const achieved = attacks.flatMap((sum) => sum.achieved);
  for (const text of achieved) print(text.slice(0, 2_000));
  const once = attacks.flatMap((sum) => sum.once);
  for (const text of once) print(`not reproduced without concurrency: ${text.slice(0, 500)}`);
  try {
    writeDialects(folder);
    await Promise.all(Array.from({ length: values.workers }, () => takeCases(work)));
  } finally {
    if (values.keep !== true) rmSync(folder, { recursive: true });
  }
  print(work.table.text());
  print(
    `\n${work.table.cases} cases from seed ${first} on in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`,
  );
  for (const outcome of work.failed) print(describeFailure(outcome));
  const interrupted = values.interruptions;
  if (values.table === true)
    await printGoals(attacks, work, { first, interrupted, isKnownRun: values.known === true });
  return work.failed.length + achieved.length === 0 ? 0 : 1;
}

interface TableOptions {
  readonly first: number;
  readonly interrupted: number;
  readonly isKnownRun: boolean;
}

async function printGoals(
  attacks: readonly AttackSum[],
  { table, failed }: Work,
  { first, interrupted, isKnownRun }: TableOptions,
): Promise<void> {
  const broken = new Set([
    ...attacks.filter(({ achieved }) => achieved.length > 0).map(({ family }) => family.name),
    ...failed.map(({ case: { defect } }) => defect.name),
    ...(isKnownRun ? await brokenTests() : []),
  ]);
  for (const name of broken) print(`broken: ${name}`);
  const known = { held: heldCases(broken), of: knownCaseCount, isRun: isKnownRun };
  const cost = await recognitionCost();
  const interruptions = await measureInterruptions(range(first, interrupted));
  const encodings = recognisedEncodings();
  print(
    `\n${goalTable({ attacks, endpoints: table.total, encodings, interruptions, recognitionCost: cost, known })}`,
  );
}

async function attackAll(seeds: readonly number[]): Promise<readonly AttackSum[]> {
  using workers = new AttackWorkers(availableParallelism());
  return await runAttacks(seeds, workers.each);
}

function range(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

interface SeedChoice {
  readonly first: number;
  readonly count: number;
  readonly defect: string;
  /** No case starts after this time, a `performance.now()` timestamp in milliseconds. */
  readonly deadlineMs: number;
}

function* seedsFrom({
  first,
  count,
  defect,
  deadlineMs,
}: SeedChoice): Generator<number, void, undefined> {
  if (!defects.some(({ name }) => name.startsWith(defect))) {
    throw new Error(`no defect has a name that starts with ${defect}`);
  }
  let seed = first;
  for (let found = 0; found < count && performance.now() < deadlineMs; seed += 1) {
    if (!caseOf(seed).defect.name.startsWith(defect)) continue;
    found += 1;
    yield seed;
  }
}

async function takeCases(work: Work): Promise<void> {
  using worker = new WorkerProcess<CaseCall, CaseEnd>({
    module: "hostile-worker.js",
    mostCalls: casesPerWorker,
    readEnd,
  });
  for (;;) {
    await using upstream = await Upstream.start();
    const call: Caller = (made, limitMs) => worker.run(made, limitMs);
    for (let taken = 0; taken < casesPerServer; taken += 1) {
      const next = work.seeds.next();
      if (next.done === true) return;
      await takeCase(next.value, work, { upstream, call });
    }
  }
}

async function takeCase(
  seed: number,
  { folder, isVerbose, table, failed }: Work,
  { upstream, call }: { readonly upstream: Upstream; readonly call: Caller },
): Promise<void> {
  const outcome = await runCase(caseOf(seed), { upstream, call, folder, keep: isVerbose });
  table.add(outcome);
  if (outcome.problems.length > 0) {
    failed.push(outcome);
    print(describeFailure(outcome));
  }
  if (isVerbose) print(describeOutcome(outcome));
}

function describeOutcome({ case: one, tally, result }: CaseOutcome): string {
  const { strikes, struckWrites } = tally;
  const head = `${describeCase(one)}\n  struck ${strikes} times, ${struckWrites} of them writes`;
  const took = `${Math.round(result.durationMs)} ms`;
  if (result.kind !== "ended") return `${head}; ${result.kind} after ${took}`;
  const grown = Math.round(result.grownBytes / 1024 / 1024);
  return `${head}; exit code ${result.code} after ${took}, ${grown} MB more\n${result.err}`;
}

function describeFailure({ case: one, problems }: CaseOutcome): string {
  const lines = problems.map((problem) => `  ${problem.slice(0, 2_000)}\n`).join("");
  return `\n${describeCase(one)}\n${lines}  again: npm run test:hostile -- --case ${one.seed}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

process.exitCode = await main(parseArguments(script).opts<Options>());
