import { sealIn } from "./seal.ts";
import { ReportBuilder, LiveProgress, renderTerminal } from "#reports";
import { reasonOf, scopedSignal } from "#targets";
import { EnoughBroken } from "#verdicts";
import type { Baseline, RecordLine, RunResult } from "#verdicts";
import { readBaseline, readBaselineIfAny } from "./baseline-file.ts";
import { HarnessError, UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { buildReportFrom } from "./load-record.ts";
import { FolderLock } from "./folder-lock.ts";
import { forgetEarlierRun } from "./output-folder.ts";
import { RecordFile } from "./record-file.ts";
import { renewBaseline } from "./renew-baseline.ts";
import type { RunSettings } from "../options/run-settings.ts";
import type { World } from "../process/world.ts";
import type { Report } from "#reports";
import { appearanceOf } from "./appearance.ts";
import { writeReport, readSchemaFile } from "./write-report.ts";
import type { OutputFolder } from "./output-folder.ts";

interface ShownRun {
  readonly settings: Pick<RunSettings, "formats" | "schemaFile" | "verbosity">;
  readonly color: boolean;
  readonly output: OutputFolder;
  readonly world: World;
}

/** Prints the progress of a run to standard error, so that standard output contains only its reports. */
function showProgress({ settings, color, world }: ShownRun): (line: RecordLine) => void {
  if (settings.verbosity === "quiet") return () => {};
  const { err } = world;
  const { width } = appearanceOf(err, world, { color });
  const progress = new LiveProgress({ isTerminal: err.isTerminal, width });
  return (line) => {
    const text = progress.take(line);
    if (text !== "") err.write(text);
  };
}

function writeReports(report: Report, run: ShownRun): void {
  const { formats, schemaFile, verbosity } = run.settings;
  const { paths, isPrinted } = writeReport(report, formats, {
    folder: run.output.folder,
    options: schemaFile === undefined ? {} : { schema: readSchemaFile(schemaFile) },
    terminal: (finished) => shown(finished, run),
    out: run.world.out,
    ...(run.world.secrets === undefined ? {} : { secrets: run.world.secrets }),
  });
  if (!isPrinted && verbosity !== "quiet") run.world.err.write(`wrote ${paths.join(", ")}\n`);
}

function shown(report: Report, { settings, color, output, world }: ShownRun): string {
  return renderTerminal(report, {
    ...appearanceOf(world.out, world, { color }),
    verbosity: settings.verbosity,
    recordPath: output.recordPath,
  });
}

export interface RecordedRun extends ShownRun {
  readonly settings: ShownRun["settings"] & Pick<RunSettings, "baseline" | "mostFailures">;
  readonly baseline?: Baseline;
  readonly signal: AbortSignal;
  /** Receives each line as it is written. Shows progress by default. */
  readonly onLine?: (line: RecordLine) => void;
}

export interface Recording extends Pick<World, "clock" | "monotonicMs"> {
  readonly emit: (line: RecordLine) => void;
  /** Aborts when the user interrupts the run, enough requirements are violated, or the record cannot be written. */
  readonly signal: AbortSignal;
}

export async function recordRun(
  shared: RecordedRun,
  drive: (recording: Recording) => Promise<RunResult>,
): Promise<Ending> {
  const lock = lockOf(shared.output);
  try {
    return await recordAlone(shared, drive);
  } finally {
    lock[Symbol.dispose]();
  }
}

async function recordAlone(
  shared: RecordedRun,
  drive: (recording: Recording) => Promise<RunResult>,
): Promise<Ending> {
  const { settings, output, world } = shared;
  forgetEarlierRun(output);
  const hasPage = settings.formats.some(({ format }) => format === "html");
  const builder = new ReportBuilder({ hasPage, isRecalled: true });
  const result = await writeRecord(shared, builder, drive);
  const report = await buildReportFrom(builder, output.recordPath);
  writeReports(report, shared);
  // A run that stopped at its failure limit still has a verdict.
  if (report.interrupted && (shared.signal.aborted || report.enough === undefined)) {
    return { ending: "interrupted" };
  }
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

function lockOf({ folder }: RecordedRun["output"]): Disposable {
  try {
    return new FolderLock(folder);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new HarnessError(`cannot lock the folder ${folder}: ${reasonOf(error)}`, {
      fix: "Choose another folder with --output.",
      cause: error,
    });
  }
}

async function writeRecord(
  shared: RecordedRun,
  builder: ReportBuilder,
  drive: (recording: Recording) => Promise<RunResult>,
): Promise<RunResult> {
  const { output, world } = shared;
  const lost = new AbortController();
  const enough = new AbortController();
  using scope = scopedSignal({ within: [shared.signal, lost.signal, enough.signal] });
  const { signal } = scope;
  const count = countFailures(shared.settings.mostFailures, (broken) =>
    enough.abort(new EnoughBroken(broken)),
  );
  const progress = shared.onLine ?? showProgress(shared);
  const seal = sealIn(world);
  using file = new RecordFile(output.recordPath, {
    ...(seal === undefined ? {} : { seal }),
    signal,
    failed: () => lost.abort(),
    ...(world.secrets === undefined ? {} : { secrets: world.secrets }),
  });
  const result = await drive({
    clock: world.clock,
    monotonicMs: world.monotonicMs,
    signal,
    emit: (line) => {
      file.append(line);
      builder.add(line);
      progress(line);
      count(line);
    },
  });
  if (file.problem !== undefined) throw file.problem;
  return result;
}

function countFailures(
  most: number | undefined,
  reached: (broken: number) => void,
): (line: RecordLine) => void {
  const broken = new Set<string>();
  return (line) => {
    if (most === undefined || line.line !== "case") return;
    for (const { result, requirement } of line.findings) {
      if (result === "violated") broken.add(requirement);
    }
    if (broken.size >= most) reached(most);
  };
}

export function expectedOf({
  baseline,
  profile,
}: Pick<RunSettings, "baseline" | "profile">): Baseline | undefined {
  if (baseline === undefined) return undefined;
  const { path, isUpdated } = baseline;
  return isUpdated ? readBaselineIfAny(path, profile) : readBaseline(path, profile);
}
