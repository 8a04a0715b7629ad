import { availableParallelism } from "node:os";
import { faults as allFaults, freedoms } from "#reference";
import type { Fault, Freedom } from "#reference";
import {
  areAllExplained,
  isWhole as hasNoGap,
  renderFreedomMatrix,
  renderKillMatrix,
  renderSelfTestJson,
} from "#reports";
import type { FreedomMatrix, SelfTestResult, TextStyle } from "#reports";
import { appearanceOf } from "../output/appearance.ts";
import { HarnessError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import type { Extensions } from "../config/extension-parts.ts";
import { knownFaults } from "../config/known-faults.ts";
import { findExtensions } from "../config/find-extensions.ts";
import { tryExtensions, unprovenChecks } from "../self-test/try-extensions.ts";
import type { Trial } from "../self-test/fault-trial.ts";
import { freedomRunOf } from "../self-test/freedom-run.ts";
import { causeScore, causeScoreText } from "../self-test/cause-score.ts";
import { plantings, runCauseTrials } from "../self-test/cause-trials.ts";
import { pickFaults, pickFreedoms } from "../self-test/picked-variants.ts";
import { runFaultsUnderFreedoms, underFreedomsText } from "../self-test/faults-under-freedoms.ts";
import { coveringSets, randomSets } from "../self-test/freedom-sets.ts";
import { seededRandom } from "../self-test/seeded-random.ts";
import {
  defaultGroups,
  groupedMatrix,
  groupRequests,
  lacksEffect,
  requestsAgain,
  separateRequests,
} from "../self-test/grouped-freedoms.ts";
import type { GroupResults } from "../self-test/grouped-freedoms.ts";
import { killMatrixOf } from "../self-test/trials-matrix.ts";
import { optimizeLittle } from "../process/runtime-tuning.ts";
import { parseChoice, parseWhole } from "../options/option-values.ts";
import { seeds } from "../options/run-settings.ts";
import { reportFormats } from "./program.ts";
import type { SelfTestArguments } from "./program.ts";
import { runTrials } from "../self-test/trial-workers.ts";
import type { AnyRequest } from "../self-test/trial-workers.ts";
import { canUseThreads } from "../process/can-use-threads.ts";
import type { World } from "../process/world.ts";

/**
 * Faults that every run detects. Excludes rare faults that only histories detect: `npm run bench -- --only detection`
 * measures their detection rates.
 */
const certainFaults = allFaults.filter(({ phase }) => phase !== "history");

const workerCounts = { least: 0, most: 64 } as const;

/**
 * Tests the suite's own checks. Each fault must violate exactly the requirements that it declares, a correct server
 * must pass, and a server with freedoms may fail only requirements that the freedoms explain.
 */
export async function selfTest(typed: SelfTestArguments, world: World): Promise<Ending> {
  if (typed.causes === true) return await measureCauses(typed, world);
  if (typed.faultsUnder !== undefined) return await measureUnderFreedoms(typed, world);
  const format = parseChoice("--format", typed.format, reportFormats);
  const extensions = await findExtensions(typed.config, world);
  const faults = faultsOf(typed, extensions);
  const sets = freedomSetsOf(typed);
  const seed = seedOf(typed);
  const grouped = groupedOf(typed);
  const workers = workersOf(typed);
  using interruption = world.listen();
  const { signal } = interruption;
  const isWhole = typed.fault === undefined;
  optimizeLittle();
  const isSampled = isWhole && typed.complete !== true;
  const shape = { faults, sets, grouped, isWhole, isSampled, isComplete: typed.complete === true };
  const options = { ...shape, seed, extensions, workers, signal, world };
  const tried = await tryAll(options);
  if (signal.aborted) return { ending: "interrupted" };
  const result = resultOf(tried, options);
  const style = appearanceOf(world.out, world, { color: typed.color });
  world.out.write(format === "json" ? renderSelfTestJson(result) : renderText(result, style));
  if (extensions.faults.every((fault) => faults.includes(fault))) {
    for (const { id } of unprovenChecks(extensions, tried.faulty)) {
      world.err.write(`${id} has no fault to detect: declare a fault with defineFault
`);
    }
  }
  const { kill, acquittal } = result;
  const isGood =
    (kill === undefined || hasNoGap(kill)) &&
    (acquittal === undefined || areAllExplained(acquittal));
  return isGood ? { ending: "done" } : { ending: "gaps" };
}

async function measureCauses(typed: SelfTestArguments, world: World): Promise<Ending> {
  using interruption = world.listen();
  const { signal } = interruption;
  optimizeLittle();
  const planted = plantings(false);
  const workers = workersOf(typed);
  const done = countTrials(planted.length + 1, world);
  const trials = await runCauseTrials(planted, { workers, done, signal });
  if (signal.aborted) return { ending: "interrupted" };
  world.out.write(causeScoreText(causeScore(trials, knownFaults())));
  return { ending: "done" };
}

/** Plants each fault in servers with random sets of freedoms. A fault that is not detected is a gap. */
async function measureUnderFreedoms(typed: SelfTestArguments, world: World): Promise<Ending> {
  const sets = parseWhole("--faults-under", typed.faultsUnder ?? "", setCounts);
  const faults = pickFaults(typed.fault ?? ["*"], certainFaults);
  // Excludes freedoms in which a controller also writes the kinds: without a search for other writers, those runs are
  // mostly inconclusive.
  const some = pickFreedoms(typed.freedom ?? ["*"], freedoms).filter(
    ({ disturbs }) => disturbs === undefined,
  );
  using interruption = world.listen();
  const { signal } = interruption;
  optimizeLittle();
  const workers = workersOf(typed);
  const done = countTrials(faults.length * sets, world);
  const seed = seedOf(typed);
  const options = { faults, freedoms: some, sets, seed, workers, done, signal };
  const results = await runFaultsUnderFreedoms(options);
  if (signal.aborted) return { ending: "interrupted" };
  world.out.write(underFreedomsText(results));
  const isGap = results.some(({ fate }) => fate === "missed" || fate === "untested");
  return { ending: isGap ? "gaps" : "done" };
}

/** Returns 0 if trials cannot run in threads of their own. */
function workersOf({ workers }: SelfTestArguments): number {
  const requested =
    workers === undefined ? availableParallelism() : parseWhole("--workers", workers, workerCounts);
  return canUseThreads ? requested : 0;
}

function seedOf({ seed }: SelfTestArguments): number {
  return seed === undefined ? 1 : parseWhole("--seed", seed, seeds);
}

function faultsOf({ fault, freedom }: SelfTestArguments, extensions: Extensions): readonly Fault[] {
  if (fault === undefined && freedom !== undefined) return [];
  const known = [...(fault === undefined ? certainFaults : allFaults), ...extensions.faults];
  return pickFaults(fault ?? ["*"], known);
}

type FreedomSets = readonly (readonly Freedom[])[];

const setCounts = { least: 1, most: 100_000 } as const;

/**
 * Returns the freedoms to test in groups, which is the default. Returns none if the user selects only faults, or
 * another combination of freedoms.
 */
function groupedOf({
  fault,
  freedom,
  freedoms: how,
  complete,
}: SelfTestArguments): readonly Freedom[] {
  const isDefault = how === undefined && complete !== true;
  if (how !== "groups" && !isDefault) return [];
  if (fault !== undefined && freedom === undefined && how === undefined) return [];
  return pickFreedoms(freedom ?? ["*"], freedoms);
}

function freedomSetsOf(typed: SelfTestArguments): FreedomSets {
  const { fault, freedom, complete } = typed;
  const how = typed.freedoms ?? (complete === true ? "alone" : "groups");
  if (fault !== undefined && freedom === undefined && typed.freedoms === undefined) return [];
  const some = pickFreedoms(freedom ?? ["*"], freedoms);
  switch (how) {
    case "groups":
      return [];
    case "alone":
      return some.map((one) => [one]);
    case "none":
      return [];
    case "pairs":
      return coveringSets(some);
    case "together":
      return [some];
    default:
      return randomSets(
        some,
        parseWhole("--freedoms", how, setCounts),
        seededRandom(seedOf(typed)),
      );
  }
}

interface Tries {
  readonly faults: readonly Fault[];
  readonly sets: FreedomSets;
  readonly grouped: readonly Freedom[];
  readonly seed: number;
  readonly extensions: Extensions;
  readonly isWhole: boolean;
  /** Whether to run only a sample of the checks for requirements that a fault does not name. */
  readonly isSampled: boolean;
  readonly isComplete: boolean;
  readonly workers: number;
  readonly signal: AbortSignal;
  readonly world: World;
}

interface Tried {
  readonly clean: Trial | undefined;
  readonly faulty: readonly Trial[];
  readonly free: readonly Trial[];
  readonly grouped?: FreedomMatrix;
}

/**
 * Runs the trials of the suite's own faults and freedoms in worker threads, and the trials of extensions in the main
 * thread.
 */
async function tryAll(tries: Tries): Promise<Tried> {
  const { faults, sets, grouped, seed, extensions, isWhole, isSampled, isComplete } = tries;
  const { workers, signal, world } = tries;
  const own = faults.filter((fault) => extensions.faults.includes(fault));
  const isExtended =
    own.length > 0 || (extensions.checks.length > 0 && isWhole && faults.length > 0);
  const usual = faults.filter((fault) => !own.includes(fault)).map(({ name }) => name);
  const groups = defaultGroups(grouped, seed);
  const sampleAt = (index: number): { readonly turn?: number } =>
    isSampled ? { turn: index + seed } : {};
  const requests: readonly AnyRequest[] = [
    ...(usual.length === 0
      ? []
      : [{}, ...usual.map((fault, index) => ({ fault, ...sampleAt(index) }))]),
    ...sets.map((set, index) => ({
      freedoms: set.map(({ name }) => name),
      // A different seed also selects other kinds and mutations.
      turn: index + Math.max(0, seed - 1),
      seed,
      ...(isComplete ? { isComplete } : {}),
    })),
    ...groupRequests(groups, seed),
  ];
  const done = countTrials(requests.length + (isExtended ? own.length + 1 : 0), world);
  const isSurveyed = isWhole && usual.length > 0;
  const trials = await runTrials(requests, { isSurveyed, workers, done, signal });
  const [clean, ...faulty] = trials.filter((trial) => trial.freedoms === undefined);
  const free = trials.filter((trial) => trial.freedoms !== undefined);
  const results = { groups, trials: free.slice(sets.length) };
  const together =
    groups.length === 0 || signal.aborted
      ? {}
      : { grouped: await settleGroups(grouped, results, { seed, workers, signal }) };
  if (!isExtended || signal.aborted) return { clean, faulty, free, ...together };
  const extended = await tryExtensions(extensions, {
    faults: own.map(({ name }) => name),
    done,
    signal,
  });
  return {
    clean: clean === undefined ? extended.clean : joinTrials(clean, extended.clean),
    faulty: [...faulty, ...extended.faulty],
    free,
    ...together,
  };
}

/**
 * Maximum number of separate runs of a freedom, each with a different selection of kinds and mutations, until the
 * freedom takes effect.
 */
const maxSelections = 4;

async function settleGroups(
  grouped: readonly Freedom[],
  results: GroupResults,
  { seed, ...options }: Pick<Tries, "seed" | "workers" | "signal">,
): Promise<FreedomMatrix> {
  const separate: Trial[] = [];
  let open = separateRequests(grouped, { ...results, seed });
  for (let selection = 1; open.length > 0; selection += 1) {
    const trials = await runTrials(open, { ...options, isSurveyed: false, done: () => {} });
    const isLast = selection === maxSelections;
    separate.push(...(isLast ? trials : trials.filter((trial) => !lacksEffect(trial))));
    open = isLast ? [] : requestsAgain(open, trials);
  }
  return groupedMatrix(grouped, results, separate);
}

function resultOf(
  { clean, faulty, free, grouped }: Tried,
  { faults, sets, isWhole }: Pick<Tries, "faults" | "isWhole" | "sets">,
): SelfTestResult {
  const runs = sets.map((set, index) => freedomRunOf(set, free[index]));
  const ofSets = sets.length === 0 ? {} : { acquittal: { runs } };
  const acquittal = grouped === undefined ? ofSets : { acquittal: grouped };
  if (faults.length === 0 && acquittal.acquittal !== undefined) return acquittal;
  if (clean === undefined) {
    throw new HarnessError("the self-test ran nothing", { fix: "Please report this as a bug." });
  }
  return { kill: killMatrixOf({ clean, faulty, faults, isWhole }), ...acquittal };
}

function renderText({ kill, acquittal }: SelfTestResult, style: TextStyle): string {
  return [
    ...(kill === undefined ? [] : [renderKillMatrix(kill, style)]),
    ...(acquittal === undefined ? [] : [renderFreedomMatrix(acquittal, style)]),
  ].join("\n");
}

function joinTrials(first: Trial, second: Trial): Trial {
  const judged = new Set(second.verdicts.filter(isLookedAt).map(({ requirement }) => requirement));
  return {
    ...second,
    ...first,
    verdicts: [
      ...first.verdicts.filter(({ requirement }) => !judged.has(requirement)),
      ...second.verdicts.filter(isLookedAt),
    ],
  };
}

function isLookedAt({ verdict }: Trial["verdicts"][number]): boolean {
  return verdict !== "excluded" && verdict !== "not-applicable";
}

/** ANSI: carriage return, erase line. */
const eraseLine = "\r\u001B[2K";

/** Shows progress on a terminal only. */
function countTrials(planned: number, { err }: World): (trial: Trial) => void {
  let tried = 0;
  return () => {
    tried += 1;
    if (!err.isTerminal) return;
    err.write(tried === planned ? eraseLine : `${eraseLine}${tried} of ${planned} runs done`);
  };
}
