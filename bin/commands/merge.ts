import { faults } from "#reference";
import { ReportBuilder } from "#reports";
import { MergeRefused, RecordMerge } from "#verdicts";
import type { Baseline, HeaderLine, RecordLine, VerdictLine } from "#verdicts";
import { readBaseline, readBaselineIfAny } from "../output/baseline-file.ts";
import { UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { parseFormats } from "../options/format-requests.ts";
import { gatesOf } from "../options/gate-settings.ts";
import { keepInputs } from "../options/input-files.ts";
import type { GateArguments } from "../options/gate-settings.ts";
import { checkPlaces } from "../output/write-report.ts";
import { buildReportFrom, readHeader, readRecordFile } from "../output/load-record.ts";
import { recordPathOf, recordsIn } from "../output/record-files.ts";
import { forgetEarlierRun, prepareOutput } from "../output/output-folder.ts";
import { RecordFile } from "../output/record-file.ts";
import { renewBaseline } from "../output/renew-baseline.ts";
import type { World } from "../process/world.ts";
import { giveRendered } from "./record-arguments.ts";
import type { RecordArguments } from "./record-arguments.ts";

export interface MergeArguments extends RecordArguments, Omit<GateArguments, "shard"> {
  readonly output: string;
  readonly compress?: boolean;
}

interface ShardRecord {
  readonly path: string;
  readonly header: HeaderLine;
}

/** Merges the records of all shards of a run, then judges and reports the result. */
export async function merge(
  places: readonly string[],
  typed: MergeArguments,
  world: World,
): Promise<Ending> {
  const requests = parseFormats(typed.format);
  const records = places.map(recordPathOf);
  checkPlaces(requests, [...records, ...recordsIn(typed.output)]);
  keepInputs(records, recordsIn(typed.output), "--output");
  const gates = gatesOf(typed);
  const shards = await headersOf(records);
  const merging = startMerge(shards, baselineFor(gates.baseline, shards));
  const output = prepareOutput({
    output: typed.output,
    isCompressed: typed.compress === true,
  });
  forgetEarlierRun(output);
  const builder = new ReportBuilder({ isRecalled: true });
  const lines = await writeMerged(shards, merging, { path: output.recordPath, builder });
  const report = await buildReportFrom(builder, output.recordPath);
  const { recordPath: place, folder } = output;
  giveRendered(report, { typed, requests, place, world, folder });
  if (gates.baseline?.isUpdated !== true) {
    return { ending: "judged", conclusion: report.conclusion };
  }
  const { baseline: previous } = merging.header;
  const conclusion = renewBaseline(gates.baseline.path, report, {
    lines,
    ...(previous === undefined ? {} : { previous }),
    world,
  });
  return { ending: "judged", conclusion };
}

async function headersOf(paths: readonly string[]): Promise<readonly ShardRecord[]> {
  const shards: ShardRecord[] = [];
  for (const path of paths) shards.push({ path, header: await readHeader(path) });
  return shards;
}

function baselineFor(
  request: { readonly path: string; readonly isUpdated: boolean } | undefined,
  [first]: readonly ShardRecord[],
): Baseline | undefined {
  if (request === undefined || first === undefined) return undefined;
  const read = request.isUpdated ? readBaselineIfAny : readBaseline;
  return read(request.path, first.header.profile);
}

function startMerge(shards: readonly ShardRecord[], baseline: Baseline | undefined): RecordMerge {
  try {
    return new RecordMerge(
      shards.map(({ header }) => header),
      baseline,
    );
  } catch (error) {
    throw refusal(error, shards);
  }
}

async function writeMerged(
  shards: readonly ShardRecord[],
  merging: RecordMerge,
  { path, builder }: { readonly path: string; readonly builder: ReportBuilder },
): Promise<readonly VerdictLine[]> {
  using file = new RecordFile(path, { signal: new AbortController().signal, failed: () => {} });
  const write = (line: RecordLine): void => {
    file.append(line);
    builder.add(line);
  };
  write(merging.header);
  for (const shard of shards) {
    for await (const line of readRecordFile(shard.path)) {
      const merged = merging.take(line, shard.header.startedAt);
      if (merged !== undefined) write(merged);
    }
  }
  const last = endOf(merging, shards);
  for (const line of last) write(line);
  if (file.problem !== undefined) throw file.problem;
  return last.filter((line) => line.line === "verdict");
}

function endOf(merging: RecordMerge, shards: readonly ShardRecord[]): readonly RecordLine[] {
  try {
    return merging.end(faults, shards.length);
  } catch (error) {
    throw refusal(error, shards);
  }
}

function refusal(error: unknown, shards: readonly ShardRecord[]): unknown {
  if (!(error instanceof MergeRefused)) return error;
  const path = shards[error.position]?.path;
  return new UsageError(path === undefined ? error.message : `${path}: ${error.message}`, {
    fix: "Pass the record of each shard exactly once; all options except --shard must be the same.",
    cause: error,
  });
}
