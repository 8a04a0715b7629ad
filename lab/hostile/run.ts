import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { AttackWorkers } from "./attacks/attack-workers.ts";
import { recognisedEncodings } from "./attacks/encodings.ts";
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
import { Upstream } from "./upstream.ts";
import { WorkerProcess } from "../calls/worker-process.ts";
import { readEnd } from "./case-run.ts";
import type { CaseCall, CaseEnd } from "./case-run.ts";

/** The sound server behind the hostile ones is started anew after so many cases: runs that were broken off leave objects. */
const casesPerServer = 50;

/** A process of the program is replaced after so many cases, so that none hides what another one left. */
const casesPerWorker = 200;

/** Seeds still to be taken, and what was found so far. */
interface Work {
  readonly seeds: Iterator<number>;
  readonly folder: string;
  readonly isVerbose: boolean;
  readonly table: CaseTable;
  readonly failed: CaseOutcome[];
}

const options = {
  attacks: { type: "string", default: "300" },
  cases: { type: "string", default: "150" },
  table: { type: "boolean", default: false },
  known: { type: "boolean", default: false },
  interruptions: { type: "string", default: "10" },
  seed: { type: "string", default: "0" },
  case: { type: "string" },
  defect: { type: "string", default: "" },
  minutes: { type: "string", default: "600" },
  workers: { type: "string", default: "8" },
  keep: { type: "boolean", default: false },
  verbose: { type: "boolean", default: false },
} as const;

/**
 * `npm run test:hostile`: lets the program meet hostile servers, each made from a seed, and says how it took
 * them; attacks on its parts come first, `--attacks N` of them. `--table` ends with the goals and what was seen,
 * `--interruptions N` of them at random moments, and with `--known` runs the tests of cases that were tried by hand.
 * `--cases N` from `--seed N` on, or `--case SEED` alone; `--workers N` at the same time; `--defect NAME` for those with
 * defects that start so; `--minutes N` for as many as start in that time.
 */
async function main(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options,
  });
  const first = Number(values.case ?? values.seed);
  const count = values.case === undefined ? Number(values.cases) : 1;
  const folder = mkdtempSync(join(tmpdir(), "conformance-hostile-"));
  const startedMs = performance.now();
  const deadlineMs = startedMs + Number(values.minutes) * 60_000;
  const work: Work = {
    seeds: seedsFrom({ first, count, defect: values.defect, deadlineMs }),
    folder,
    isVerbose: values.verbose || values.case !== undefined,
    table: new CaseTable(),
    failed: [],
  };
  const attacks = await attackAll(
    range(first, values.case === undefined ? Number(values.attacks) : 0),
  );
  const achieved = attacks.flatMap((sum) => sum.achieved);
  for (const text of achieved) print(text.slice(0, 2_000));
  const once = attacks.flatMap((sum) => sum.once);
  for (const text of once) print(`once, and not again alone: ${text.slice(0, 500)}`);
  try {
    writeDialects(folder);
    await Promise.all(Array.from({ length: Number(values.workers) }, () => takeCases(work)));
  } finally {
    if (!values.keep) rmSync(folder, { recursive: true });
  }
  print(work.table.text());
  print(
    `\n${work.table.cases} cases from seed ${first} on in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`,
  );
  for (const outcome of work.failed) print(describeFailure(outcome));
  const interrupted = Number(values.interruptions);
  if (values.table)
    await printGoals(attacks, work, { first, interrupted, isKnownRun: values.known });
  return work.failed.length + achieved.length === 0 ? 0 : 1;
}

/** What is measured for the table alone. */
interface TableWish {
  readonly first: number;
  /** How many runs are interrupted. */
  readonly interrupted: number;
  /** Whether the tests are run that hold the cases which were tried by hand. */
  readonly isKnownRun: boolean;
}

async function printGoals(
  attacks: readonly AttackSum[],
  { table, failed }: Work,
  { first, interrupted, isKnownRun }: TableWish,
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

/** Which seeds are taken. */
interface SeedChoice {
  readonly first: number;
  readonly count: number;
  /** How the names of their defects start. */
  readonly defect: string;
  /** When the last one is taken, in milliseconds as `performance` counts them. */
  readonly deadlineMs: number;
}

function* seedsFrom({
  first,
  count,
  defect,
  deadlineMs,
}: SeedChoice): Generator<number, void, undefined> {
  if (!defects.some(({ name }) => name.startsWith(defect))) {
    throw new Error(`no defect has a name that begins with ${defect}`);
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

process.exitCode = await main(process.argv.slice(2));
