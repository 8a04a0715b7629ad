import { checks } from "#checks";
import { scaleLimits } from "#contract";
import type { Limits } from "#contract";
import { ReportBuilder } from "#reports";
import type { Report } from "#reports";
import type { Baseline, RunResult } from "#runner";
import type { Target } from "#targets";
import { readBaseline, readBaselineIfAny } from "../baseline-file.ts";
import { newSeed } from "../chance.ts";
import { checkTarget } from "../compose.ts";
import { configured } from "../configuration.ts";
import { confirmWriting } from "../confirm-writing.ts";
import { HarnessError } from "../errors.ts";
import type { Ending } from "../exit-code.ts";
import { checkPlaces } from "../give-report.ts";
import { keepHeapSmall } from "../keep-heap-small.ts";
import { digestRecord } from "../load-record.ts";
import { HistoryFiles } from "../history-files.ts";
import { refuseOperands } from "../operands.ts";
import { forgetEarlierReports, prepareOutput } from "../output-folder.ts";
import type { OutputFolder } from "../output-folder.ts";
import { startOwnReference } from "../own-reference.ts";
import type { OwnReference } from "../own-reference.ts";
import { preflight } from "../preflight.ts";
import { reachServers } from "../reach-servers.ts";
import { RecordFile } from "../record-file.ts";
import { renewBaseline } from "../renew-baseline.ts";
import { repeatCommand } from "../repeat-command.ts";
import { showProgress, tell } from "../run-output.ts";
import { readRunSettings } from "../run-settings.ts";
import type { RunArguments, RunSettings } from "../run-settings.ts";
import { checkSelection } from "../select-checks.ts";
import type { World } from "../world.ts";

/** What a run was called with. */
export interface RunCall {
  readonly typed: RunArguments;
  readonly operands: readonly string[];
  /** The names of the options that were typed; the others may come from a configuration. */
  readonly given: ReadonlySet<string>;
}

/** All that the steps of a run share. */
interface Run {
  readonly settings: RunSettings;
  readonly baseline?: Baseline;
  readonly color: boolean;
  readonly limits: Limits;
  readonly output: OutputFolder;
  readonly world: World;
  /** Aborts when the user wants to stop. */
  readonly signal: AbortSignal;
}

/**
 * Checks an endpoint, or the reference where none is given.
 *
 * @throws UsageError, TargetUnreachable, DialectMismatch and HarnessError: what keeps a run from its end.
 */
export async function run({ operands, ...call }: RunCall, world: World): Promise<Ending> {
  refuseOperands(operands);
  const { typed } = await configured(call, world);
  const settings = readRunSettings(typed, world.environment);
  const baseline = expectedOf(settings);
  checkPlaces(settings.formats);
  const output = prepareOutput(settings.output);
  const limits = scaleLimits(settings.timeFactor);
  using interruption = world.listen();
  const { signal } = interruption;
  try {
    return await check({
      settings,
      ...(baseline === undefined ? {} : { baseline }),
      color: typed.color,
      limits,
      output,
      world,
      signal,
    });
  } catch (error) {
    // What fails because it was told to stop has not failed.
    if (!signal.aborted || error instanceof HarnessError) throw error;
    world.err.write("interrupted before the first check\n");
    return { ending: "interrupted" };
  }
}

async function check(shared: Run): Promise<Ending> {
  const { settings, limits, signal, world } = shared;
  const { endpoint, kubernetes, profile, selection } = settings;
  keepHeapSmall();
  const isOwn = endpoint === undefined && kubernetes === undefined;
  await using server = isOwn ? await startOwn(shared) : undefined;
  const address = server?.url ?? endpoint?.href;
  await using target = await reachServers({
    ...shared,
    ...(address === undefined ? {} : { address }),
  });
  checkSelection(selection, { target: target.description, checks, profile });
  await preflight(target, limits, signal);
  await confirmWriting(target.description, shared);
  const { report, result } = await record(target, shared);
  tell(report, shared);
  if (report.interrupted) return { ending: "interrupted" };
  if (settings.baseline?.isUpdated !== true) {
    return { ending: "judged", conclusion: report.conclusion };
  }
  const conclusion = renewBaseline(settings.baseline.path, report, {
    lines: result.verdicts,
    ...(shared.baseline === undefined ? {} : { previous: shared.baseline }),
    world,
  });
  return { ending: "judged", conclusion };
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

/** What a run came to: its verdicts, and the report on its record. */
interface Recorded {
  readonly report: Report;
  readonly result: RunResult;
}

/** Runs the checks, keeps the record, and resolves with what they came to. */
async function record(target: Target, shared: Run): Promise<Recorded> {
  forgetEarlierReports(shared.output);
  const builder = new ReportBuilder();
  const result = await writeRecord(target, shared, builder);
  return { result, report: builder.build(await digestRecord(shared.output.recordPath)) };
}

async function writeRecord(
  target: Target,
  shared: Run,
  builder: ReportBuilder,
): Promise<RunResult> {
  const { settings, output, world, baseline } = shared;
  const seed = settings.seed ?? newSeed();
  const lost = new AbortController();
  const signal = AbortSignal.any([shared.signal, lost.signal]);
  const progress = showProgress(shared);
  const histories = new HistoryFiles({ folder: output.folder, invocation: world.invocation });
  using file = new RecordFile(output.recordPath, { signal, failed: () => lost.abort() });
  const result = await checkTarget(target, {
    profile: settings.profile,
    selection: settings.selection,
    ...(settings.shard === undefined ? {} : { shard: settings.shard }),
    ...(baseline === undefined ? {} : { baseline }),
    seed,
    ...(settings.effort === undefined ? {} : { effort: settings.effort }),
    concurrency: settings.concurrency,
    attempts: settings.attempts,
    ...(settings.mostWrites === undefined ? {} : { mostWrites: settings.mostWrites }),
    limits: shared.limits,
    command: repeatCommand(world.invocation, settings, seed),
    clock: world.clock,
    monotonicMs: world.monotonicMs,
    signal,
    emit: (line) => {
      file.append(line);
      histories.take(line);
      builder.add(line);
      progress(line);
    },
  });
  if (file.problem !== undefined) throw file.problem;
  world.err.write(histories.write());
  return result;
}

/** The baseline that a run is held against. Throws {@link UsageError} where it cannot be used. */
function expectedOf({ baseline, profile }: RunSettings): Baseline | undefined {
  if (baseline === undefined) return undefined;
  const { path, isUpdated } = baseline;
  return isUpdated ? readBaselineIfAny(path, profile) : readBaseline(path, profile);
}
