import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { scaleLimits, suiteCommand } from "#contract";
import { usualBudget } from "#harness";
import { reasonOf } from "#targets";
import { KindRefused, serverRequirements } from "#targets/kubernetes";
import type { ChosenKind } from "#targets/kubernetes";
import { conclusionOfKinds, kindOutcomeOf, renderKindTable } from "#reports";
import type { KindOutcome } from "#reports";
import type { RunResult } from "#verdicts";
import { HarnessError, NothingSelected, UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import type { Output, World } from "../process/world.ts";
import { appearanceOf } from "../output/appearance.ts";
import { makeFolder } from "../output/make-folder.ts";
import { prepareRun } from "../output/prepare-run.ts";
import type { PreparedRun } from "../output/prepare-run.ts";
import type { RunSettings } from "../options/run-settings.ts";
import { limitWords } from "../options/write-settings.ts";
import { choose } from "../reach/connect-kubernetes.ts";
import { confirmWriting } from "../reach/confirm-writing.ts";

export interface KindsRun {
  readonly settings: RunSettings;
  readonly color: boolean;
  readonly world: World;
  readonly signal: AbortSignal;
  readonly check: (
    run: PreparedRun & { readonly onResult: (result: RunResult) => void },
  ) => Promise<Ending>;
}

/** Total time budget for all kinds, in milliseconds, unless `--budget` is given. */
const usualBudgetMs = 900_000;

const kindsAtOnce = 4;

/**
 * Default budget for the property tests and histories of each kind. Smaller than for a single run, because there may be
 * many kinds.
 */
const usualOfOneKind = { ...usualBudget, runs: 4, operations: 600 };

/**
 * Checks each kind of an API server that matches a pattern of `--kind`. Each kind has its own run, record and reports;
 * all runs share a time budget. Prints a table of the results.
 */
export async function runKinds(shared: KindsRun): Promise<Ending> {
  const { settings, world, signal } = shared;
  refuseForOne(settings);
  const { kubernetes: request, endpoint } = settings;
  if (request === undefined) throw new Error("a pattern in --kind requires an API server");
  const { server, kinds } = await choose({
    request,
    environment: world.environment,
    ...(endpoint === undefined ? {} : { endpoint: endpoint.href }),
    limits: scaleLimits(settings.timeFactor),
    ...(world.secrets === undefined ? {} : { secrets: world.secrets }),
    signal,
  });
  await confirmWriting({ endpoint: server }, shared);
  const outcomes = await tryAll(kinds, shared);
  give(outcomes, shared);
  return signal.aborted
    ? { ending: "interrupted" }
    : { ending: "judged", conclusion: conclusionOfKinds(outcomes) };
}

/**
 * Rejects options that apply only to a single run: a baseline, a shard, a write limit, or the name of a report file.
 */
function refuseForOne({ baseline, shard, formats, mostWrites }: RunSettings): void {
  const stray = [
    ...(baseline === undefined ? [] : ["--baseline"]),
    ...(shard === undefined ? [] : ["--shard"]),
    ...limitWords(mostWrites).slice(0, 1),
    ...formats.flatMap(({ format, file }) =>
      file === undefined ? [] : [`--format ${format}=${file}`],
    ),
  ];
  if (stray[0] === undefined) return;
  throw new UsageError(
    `${stray[0]} applies to a single run, but a pattern in --kind starts one run per kind`,
    {
      fix: "Remove the option, or select a single kind.",
    },
  );
}

async function tryAll(
  kinds: readonly ChosenKind[],
  shared: KindsRun,
): Promise<readonly KindOutcome[]> {
  const { settings, world, signal } = shared;
  const beganMs = world.monotonicMs();
  const budgetMs = settings.proofBudget?.budgetMs ?? usualBudgetMs;
  const queue = kinds.filter(({ skipped }) => skipped === undefined).values();
  const outcomes = new Map<string, KindOutcome>();
  for (const { name, skipped } of kinds) {
    if (skipped !== undefined) outcomes.set(name, left(name, "skipped", skipped));
  }
  let longestMs = 0;
  const tester = new ServerTester(settings.selection.only.length === 0);
  const worker = async (): Promise<void> => {
    for (const kind of queue) {
      const { name } = kind;
      const startMs = world.monotonicMs();
      if (signal.aborted) {
        outcomes.set(name, left(name, "not-reached", "the run was interrupted"));
      } else if (startMs - beganMs + longestMs > budgetMs) {
        outcomes.set(name, left(name, "not-reached", "the time budget was exhausted"));
      } else {
        const outcome = await tester.test(kind, (on) => tryOne(name, shared, on));
        longestMs = Math.max(longestMs, world.monotonicMs() - startMs);
        outcomes.set(name, outcome);
        tellProgress(outcome, { done: outcomes.size, all: kinds.length }, shared);
      }
    }
  };
  await Promise.all(Array.from({ length: kindsAtOnce }, worker));
  const all = kinds.flatMap(({ name }) => outcomes.get(name) ?? []);
  if (signal.aborted || world.monotonicMs() - beganMs + longestMs > budgetMs) return all;
  return await tester.settle(all, (name) => tryOne(name, shared, undefined));
}

function left(kind: string, outcome: KindOutcome["outcome"], reason: string): KindOutcome {
  return { kind, outcome, seconds: 0, sums: {}, broken: [], open: [], leftBehind: 0, reason };
}

/** Runs the profile on one kind. Never rejects: errors are returned as the kind's outcome. */
async function tryOne(
  name: string,
  shared: KindsRun,
  serverTestedOn: string | undefined,
): Promise<KindOutcome> {
  const { world, signal, color, check } = shared;
  const beganMs = world.monotonicMs();
  const seconds = (): number => Math.round((world.monotonicMs() - beganMs) / 1_000);
  const results: RunResult[] = [];
  try {
    const prepared = prepareRun(
      settingsFor(name, shared.settings, serverTestedOn),
      color,
      silent(world),
    );
    const onResult = (result: RunResult): void => void results.push(result);
    const ending = await check({ ...prepared, signal, onResult });
    const [result] = results;
    if (ending.ending !== "judged" || result === undefined) {
      return { ...left(name, "not-reached", "the run was interrupted"), seconds: seconds() };
    }
    const outcome = kindOutcomeOf(name, { ...result, ...ending, seconds: seconds() });
    return { ...outcome, ...(serverTestedOn === undefined ? {} : { serverTestedOn }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (signal.aborted) return left(name, "not-reached", "the run was interrupted");
    return { ...left(name, outcomeOf(error), reason), seconds: seconds() };
  }
}

/** A kind that cannot be tested, or to which no selected requirement applies, is no error of the run. */
export function outcomeOf(error: unknown): "errored" | "not-run" {
  const isExpected = error instanceof KindRefused || error instanceof NothingSelected;
  return isExpected ? "not-run" : "errored";
}

function settingsFor(
  name: string,
  settings: RunSettings,
  serverTestedOn: string | undefined,
): RunSettings {
  const { kubernetes, proofBudget, output, formats } = settings;
  // `--runs` applies to each kind, but `--budget` is the total for all kinds.
  const isOwn = proofBudget !== undefined && proofBudget.budgetMs === undefined;
  return {
    ...settings,
    ...(kubernetes === undefined
      ? {}
      : { kubernetes: { ...kubernetes, kinds: { ...kubernetes.kinds, names: [name] } } }),
    proofBudget: isOwn ? proofBudget : usualOfOneKind,
    ...(serverTestedOn === undefined ? {} : { testedElsewhere: serverRequirements }),
    output: join(output, name),
    formats: formats.filter(({ format }) => format !== "terminal"),
    isSureToWrite: true,
    verbosity: "quiet",
  };
}

function silent(world: World): World {
  const mute: Output = {
    write: () => undefined,
    writeDocument: () => undefined,
    isTerminal: false,
    colorLevel: 0,
  };
  return { ...world, out: mute, err: mute };
}

function tellProgress(
  { kind, outcome, seconds }: KindOutcome,
  { done, all }: { readonly done: number; readonly all: number },
  { settings, world }: KindsRun,
): void {
  if (settings.verbosity === "quiet") return;
  world.err.write(`${done} of ${all}  ${kind}  ${outcome}  ${seconds} s\n`);
}

function give(outcomes: readonly KindOutcome[], { settings, color, world }: KindsRun): void {
  const path = join(settings.output, "kinds.json");
  try {
    makeFolder(resolve(settings.output));
    writeFileSync(path, `${JSON.stringify({ kinds: outcomes }, undefined, 2)}\n`);
  } catch (error) {
    throw new HarnessError(`cannot write the table ${path}: ${reasonOf(error)}`, {
      fix: `Free disk space, or choose another folder with --output, then run ${suiteCommand} again.`,
      cause: error,
    });
  }
  const style = appearanceOf(world.out, world, { color });
  world.out.write(renderKindTable(outcomes, { ...style, folder: settings.output }));
}

const judged: ReadonlySet<KindOutcome["outcome"]> = new Set(["broken", "conformant", "undecided"]);

/** Whether a run can have tested the requirements of the server: most of them are about the status. */
function isWhole({ outcome, withoutStatus }: KindOutcome): boolean {
  return judged.has(outcome) && withoutStatus === undefined;
}

/** Selects a custom kind, whose run tests the server-wide requirements. The runs of other custom kinds skip them. */
export class ServerTester {
  readonly #isShared: boolean;
  #tester: string | undefined;

  /** If `isShared` is false, each kind tests all requirements. */
  constructor(isShared: boolean) {
    this.#isShared = isShared;
  }

  /**
   * Runs a kind. Passes to `run` the name of the kind whose run tests the requirements of the server, or undefined if
   * this kind must test them itself. If the run of the first custom kind ends without verdicts or has no status to
   * test, the next custom kind tests these requirements.
   */
  async test(
    { name, isCustom }: Pick<ChosenKind, "isCustom" | "name">,
    run: (serverTestedOn: string | undefined) => Promise<KindOutcome>,
  ): Promise<KindOutcome> {
    if (isCustom !== true || !this.#isShared) return run(undefined);
    if (this.#tester !== undefined) return run(this.#tester);
    this.#tester = name;
    const outcome = await run(undefined);
    if (!isWhole(outcome)) this.#tester = undefined;
    return outcome;
  }

  /**
   * Names the tester in all outcomes that rely on it. Kinds that run concurrently with an unsuitable tester rely on it
   * in vain: if no other kind became the tester, runs one of them again.
   */
  async settle(
    outcomes: readonly KindOutcome[],
    runAgain: (name: string) => Promise<KindOutcome>,
  ): Promise<readonly KindOutcome[]> {
    const relying = outcomes.filter(({ serverTestedOn }) => serverTestedOn !== undefined);
    const next = this.#tester === undefined ? relying.find(isWhole) : undefined;
    const again = next === undefined ? undefined : await runAgain(next.kind);
    const tester = this.#tester ?? again?.kind;
    if (tester === undefined) return outcomes;
    return outcomes.map((outcome) => {
      if (outcome.kind === again?.kind) return again;
      return outcome.serverTestedOn === undefined
        ? outcome
        : { ...outcome, serverTestedOn: tester };
    });
  }
}
