import { createWriteStream, renameSync, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { counted, suiteCommand } from "#contract";
import { HistoryMerge } from "#checker";
import { reasonOf } from "#targets";
import { UsageError } from "../process/program-errors.ts";
import type { MergeHistoriesArguments } from "./history-commands.ts";
import { keepInputs, placeOf } from "../options/input-files.ts";
import { parseDecimal } from "../options/option-values.ts";
import { LineDecoder, openHistory } from "./check-history-input.ts";
import { unreadableHistory } from "./history-problem.ts";
import type { World } from "../process/world.ts";

/** Bounds of the clock error, in the time unit of histories. */
const clockErrors = { least: 0, most: 999_999_999 } as const;

/**
 * Merges histories of the same objects that were recorded on different machines, so that `check-history` can check them
 * together.
 */
export async function mergeHistories(
  files: readonly string[],
  typed: MergeHistoriesArguments,
  world: World,
): Promise<void> {
  const merge = new HistoryMerge(clockErrorOf(typed.clockError));
  const { output } = typed;
  refuseSameFiles(files, output);
  const temporary = `${output}.part`;
  try {
    await pipeline(mergedText(merge, files), createWriteStream(temporary));
    renameSync(temporary, output);
  } catch (error) {
    rmSync(temporary, { force: true });
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot write to ${output}: ${reasonOf(error)}`, {
      fix: "Specify a writable file with --output.",
      cause: error,
    });
  }
  world.out.write(
    `${output}: ${counted(merge.lines, "line")} of ${counted(files.length, "history", "histories")}\n`,
  );
  world.err.write(`check it with: ${suiteCommand} check-history ${output}\n`);
}

function clockErrorOf(text: string | undefined): number {
  if (text !== undefined) return parseDecimal("--clock-error", text, clockErrors);
  throw new UsageError("--clock-error is missing", {
    fix: "Pass the maximum clock error of the machines, in the unit of the recorded times; 0 if all times come from one clock.",
  });
}

function refuseSameFiles(files: readonly string[], output: string): void {
  const seen = new Set<string>();
  for (const file of files) {
    const path = placeOf(file);
    if (seen.has(path)) {
      throw new UsageError(`${file} was given twice`, { fix: "Pass each history once." });
    }
    seen.add(path);
  }
  keepInputs(files, [output], "--output");
}

async function* mergedText(merge: HistoryMerge, files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) {
    const history = merge.begin();
    const decoder = new LineDecoder();
    try {
      for await (const bytes of openHistory(file).bytes) yield history.push(decoder.decode(bytes));
      yield history.push(decoder.end()) + history.end();
    } catch (error) {
      throw unreadableHistory(file, error);
    }
  }
}
