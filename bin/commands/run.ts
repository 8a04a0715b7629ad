import { checks } from "#checks";
import { scaleLimits } from "#contract";
import type { Limits } from "#contract";
import { startReference } from "#reference";
import type { ReferenceServer } from "#reference";
import { ReportBuilder } from "#reports";
import type { Report } from "#reports";
import type { Target } from "#targets";
import { newSeed } from "../chance.ts";
import { checkTarget } from "../compose.ts";
import { connect } from "../connect.ts";
import { HarnessError } from "../errors.ts";
import type { Ending } from "../exit-code.ts";
import { refuseOperands } from "../operands.ts";
import { forgetEarlierReport, prepareOutput } from "../output-folder.ts";
import type { OutputFolder } from "../output-folder.ts";
import { preflight } from "../preflight.ts";
import { RecordFile } from "../record-file.ts";
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
}

/** All that the steps of a run share. */
interface Run {
  readonly settings: RunSettings;
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
export async function run({ typed, operands }: RunCall, world: World): Promise<Ending> {
  refuseOperands(operands);
  const settings = readRunSettings(typed, world.environment);
  const output = prepareOutput(settings.output);
  const limits = scaleLimits(settings.timeFactor);
  using interruption = world.listen();
  const { signal } = interruption;
  try {
    return await check({ settings, color: typed.color, limits, output, world, signal });
  } catch (error) {
    // What fails because it was told to stop has not failed.
    if (!signal.aborted || error instanceof HarnessError) throw error;
    world.err.write("interrupted before the first check\n");
    return { ending: "interrupted" };
  }
}

async function check(shared: Run): Promise<Ending> {
  const { settings, limits, signal } = shared;
  const { endpoint, webSocketEndpoint, identities, features, profile, selection } = settings;
  await using server = endpoint === undefined ? await startOwn(shared) : undefined;
  await using target = await connect({
    endpoint: server?.url ?? endpoint?.href ?? "",
    ...(webSocketEndpoint === undefined ? {} : { webSocketEndpoint: webSocketEndpoint.href }),
    identities,
    ...(features === undefined ? {} : { features }),
    limits,
    signal,
  });
  checkSelection(selection, { target: target.description, checks, profile });
  await preflight(target, limits, signal);
  const report = await record(target, shared);
  tell(report, shared);
  return report.interrupted
    ? { ending: "interrupted" }
    : { ending: "judged", conclusion: report.conclusion };
}

async function startOwn({ settings, world }: Run): Promise<ReferenceServer> {
  const server = await startReference();
  if (settings.verbosity !== "quiet") {
    world.err.write(
      `No --endpoint given: checking the built-in reference server at ${server.url}\n`,
    );
  }
  return server;
}

/** Runs the checks, keeps the record, shows the progress, and resolves with the report. */
async function record(target: Target, shared: Run): Promise<Report> {
  const { settings, output, world } = shared;
  const seed = settings.seed ?? newSeed();
  const lost = new AbortController();
  const signal = AbortSignal.any([shared.signal, lost.signal]);
  const builder = new ReportBuilder();
  const progress = showProgress(shared);
  forgetEarlierReport(output);
  using file = new RecordFile(output.recordPath, { signal, failed: () => lost.abort() });
  await checkTarget(target, {
    profile: settings.profile,
    selection: settings.selection,
    seed,
    concurrency: settings.concurrency,
    limits: shared.limits,
    command: repeatCommand(world.invocation, settings, seed),
    clock: world.clock,
    monotonicMs: world.monotonicMs,
    signal,
    emit: (line) => {
      file.append(line);
      builder.add(line);
      progress(line);
    },
  });
  if (file.problem !== undefined) throw file.problem;
  return builder.build();
}
