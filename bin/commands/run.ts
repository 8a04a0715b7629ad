import { suiteCommand } from "#contract";
import { checks } from "#checks";
import { rateLimitText } from "#reports";
import { Misfit } from "#verdicts";
import type { RunResult, Selection } from "#verdicts";
import type { Target } from "#targets";
import { newSeed } from "../options/random-ids.ts";
import { checkTarget } from "../reach/compose.ts";
import type { CheckOptions } from "../reach/compose.ts";
import { configured } from "../config/configuration.ts";
import { confirmWriting } from "../reach/confirm-writing.ts";
import type { Extensions } from "../config/extension-parts.ts";
import { UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { HistoryFiles } from "../output/history-files.ts";
import { prepareRun } from "../output/prepare-run.ts";
import type { PreparedRun } from "../output/prepare-run.ts";
import { keepHeapSmall, optimizeLittle } from "../process/runtime-tuning.ts";
import { isKindPattern } from "../options/kind-pattern.ts";
import { startOwnReference } from "../reach/own-reference.ts";
import type { OwnReference } from "../reach/own-reference.ts";
import { preflight } from "../reach/preflight.ts";
import { quickSelection } from "../reach/quick-cases.ts";
import { connectReplicas } from "../reach/connect-replicas.ts";
import { lastFailed } from "../output/last-failed.ts";
import { recordRun } from "../output/record-run.ts";
import type { Recording } from "../output/record-run.ts";
import { reproductionCommand } from "../output/reproduction-command.ts";
import { readDialectOption } from "../options/dialect-option.ts";
import { readSettings } from "../options/read-settings.ts";
import type { RunArguments, RunSettings } from "../options/run-settings.ts";
import { checkPatterns, checkSelection } from "../options/select-checks.ts";
import { stoppable } from "../process/stoppable.ts";
import type { World } from "../process/world.ts";

export interface RunCall {
  readonly typed: RunArguments;
  readonly given: ReadonlySet<string>;
}

interface Run extends PreparedRun {
  readonly extensions: Extensions;
  readonly onResult?: (result: RunResult) => void;
}

type SelectedRun = Run & { readonly selection: Selection };

/** Checks an endpoint, or the reference server if none is given. */
export async function run(call: RunCall, world: World): Promise<Ending> {
  const { typed, extensions } = await configured(call, world);
  const read = readSettings(typed, world);
  refuseWriters(read);
  const settings = read.choice === "last-failed" ? await withLastFailed(read) : read;
  checkPatterns(settings.selection, selectableIn(settings, extensions));
  if (settings.kubernetes?.kinds?.names.some(isKindPattern) === true) {
    return tryKinds({ settings, color: typed.color, extensions }, world);
  }
  const prepared = prepareRun(named(settings, typed, extensions), typed.color, world);
  return stoppable(world, {
    work: (signal) => check({ ...prepared, extensions, signal }),
    message: "interrupted before the first check",
  });
}

function selectableIn(
  { profile, revision }: RunSettings,
  extensions: Extensions,
): Parameters<typeof checkPatterns>[1] {
  return {
    checks: [...checks, ...extensions.checks],
    profile,
    ...(revision === undefined ? {} : { revision }),
    extensions: extensions.requirements,
  };
}

async function tryKinds(
  shared: Pick<Run, "color" | "extensions" | "settings">,
  world: World,
): Promise<Ending> {
  const { extensions, ...rest } = shared;
  const { runKinds } = await import("./run-each-kind.ts");
  return stoppable(world, {
    work: (signal) =>
      runKinds({ ...rest, world, signal, check: (one) => check({ ...one, extensions }) }),
    message: "interrupted before the first kind",
  });
}

/**
 * Selects the cases that failed in the last run, with its seed. Must be called before this run overwrites the record.
 */
async function withLastFailed(settings: RunSettings): Promise<RunSettings> {
  const { cases, seed } = await lastFailed(settings.output);
  const selection = { ...settings.selection, only: cases };
  return { ...settings, selection, seed: settings.seed ?? seed };
}

/**
 * Adds `config` to the settings if extensions were loaded from a configuration that the user named, because the
 * reproduction command must then include `--config`.
 */
function named(
  settings: RunSettings,
  { config }: RunArguments,
  { checks: own }: Extensions,
): RunSettings {
  return own.length === 0 || config === undefined ? settings : { ...settings, config };
}

function refuseWriters({ profile }: RunSettings): void {
  if (profile !== "controller/v1") return;
  throw new UsageError(
    `${profile} is a profile for controllers, but this command checks endpoints`,
    {
      fix: `Test a controller with ${suiteCommand} controller, or observe one with ${suiteCommand} observe.`,
    },
  );
}

async function check(shared: Run): Promise<Ending> {
  const { settings, extensions, limits, signal } = shared;
  const { endpoint } = settings;
  keepHeapSmall();
  if (settings.proofBudget === undefined) optimizeLittle();
  await using server = isOwn(settings) ? await startOwn(shared) : undefined;
  const address = server?.url ?? endpoint?.href;
  const confirmed = confirmation(shared);
  await using target = await connectReplicas({
    ...shared,
    ...(settings.mostWrites === 0
      ? {}
      : { beforeTrials: (tried: string) => confirmed({ endpoint: tried }) }),
    ...(address === undefined ? {} : { address }),
  });
  const from = { ...selectableIn(settings, extensions), target: target.description };
  const selection =
    settings.choice === "quick" ? quickSelection(from, settings.selection) : settings.selection;
  checkSelection(selection, from);
  const { testedElsewhere = [] } = settings;
  const reduced = { ...selection, skip: [...selection.skip, ...testedElsewhere] };
  await preflight(target, limits, signal);
  await confirmed(target.description);
  try {
    return await recordRun(shared, (recording) =>
      drive(target, { ...shared, selection: reduced }, recording),
    );
  } catch (error) {
    return asDialectError(error, settings);
  }
}

type WrittenPlaces = Parameters<typeof confirmWriting>[0];

/** Returns a function that asks for confirmation only once for all addresses of an endpoint. */
function confirmation(shared: Run): (places: WrittenPlaces) => Promise<void> {
  const answers = new Map<string, Promise<void>>();
  return (places) => {
    const id = [places.endpoint, ...(places.otherAddresses ?? [])].join(" ");
    const answer = answers.get(id) ?? confirmWriting(places, shared);
    answers.set(id, answer);
    return answer;
  };
}

function isOwn({ endpoint, kubernetes }: RunSettings): boolean {
  return endpoint === undefined && kubernetes === undefined;
}

async function drive(
  target: Target,
  shared: SelectedRun,
  recording: Recording,
): Promise<RunResult> {
  const { settings, output, world } = shared;
  const { emit } = recording;
  const seed = settings.seed ?? newSeed();
  const histories = new HistoryFiles({
    folder: output.folder,
    ...(world.secrets === undefined ? {} : { secrets: world.secrets }),
  });
  const result = await checkTarget(target, {
    ...optionsOf(shared),
    selection: shared.selection,
    ...recording,
    seed,
    command: reproductionCommand(settings, seed),
    hasHistoryFiles: true,
    onRateLimit: (notice) => {
      if (settings.verbosity !== "quiet") world.err.write(rateLimitText(notice));
    },
    emit: (line) => {
      emit(line);
      histories.take(line);
    },
  });
  world.err.write(histories.write());
  shared.onResult?.(result);
  return result;
}

function optionsOf({ settings, extensions, baseline, limits }: Run): CheckOptions {
  const { profile, revision, shard, proofBudget, attempts, concurrency } = settings;
  const { mostWrites, namePrefix } = settings;
  return {
    profile,
    ...(revision === undefined ? {} : { revision }),
    extensions,
    // The objects disappear with the reference server.
    keepObjects: isOwn(settings),
    ...(shard === undefined ? {} : { shard }),
    ...(baseline === undefined ? {} : { baseline }),
    ...(proofBudget === undefined ? {} : { proofBudget }),
    ...(concurrency === undefined ? {} : { concurrency }),
    attempts,
    ...(mostWrites === undefined ? {} : { mostWrites }),
    ...(namePrefix === undefined ? {} : { namePrefix }),
    limits,
    // Under a write limit, no write is spent on a probe. A server that the run started itself needs no probe.
    isTriedFirst: !isOwn(settings) && settings.kubernetes === undefined && mostWrites === undefined,
  };
}

function asDialectError(error: unknown, { dialectFile }: RunSettings): never {
  if (!(error instanceof Misfit)) throw error;
  const { message, fix, place } = error;
  const at = dialectFile === undefined ? "" : `${readDialectOption(dialectFile).locate(place)} `;
  throw new UsageError(`${at}${place.join(".")}: ${message}`, { fix, cause: error });
}

async function startOwn({ settings, world }: Run): Promise<OwnReference> {
  const server = await startOwnReference((problem) => world.err.write(`warning: ${problem}\n`));
  if (settings.verbosity !== "quiet") {
    world.err.write(
      `No --endpoint given: checking the built-in reference server at ${server.url}\n`,
    );
  }
  return server;
}
