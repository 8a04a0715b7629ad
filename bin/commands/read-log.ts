import { tmpdir } from "node:os";
import { codeOf, UsageError } from "../process/errors.ts";
import { openHistory } from "./check-history-input.ts";
import { unreadableLog } from "./history-problem.ts";
import { readLogLines } from "./log-lines.ts";
import type { LogLines, TakeLogLine } from "./log-lines.ts";

/**
 * Reads a log line by line.
 *
 * @throws UsageError if the file cannot be read, or the disk is full.
 */
export async function readLog(file: string, take: TakeLogLine): Promise<LogLines> {
  try {
    return await readLogLines(openHistory(file).bytes, take);
  } catch (error) {
    if (codeOf(error) !== "ENOSPC") throw unreadableLog(file, error);
    throw new UsageError(`not enough space in ${tmpdir()} for the requests of ${file} (ENOSPC)`, {
      fix: "Select objects with --object, or set TMPDIR to another folder.",
      cause: error,
    });
  }
}
