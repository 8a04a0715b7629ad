import { HistoryError } from "#checker";
import { reasonOf } from "#targets";
import { UsageError } from "../process/program-errors.ts";

export function nameOfHistory(file: string): string {
  return file === "-" ? "standard input" : file;
}

export function unreadableHistory(
  file: string,
  error: unknown,
  fix = "Fix the line; a history has one JSON object per line, starting with the header.",
): UsageError {
  const name = nameOfHistory(file);
  if (error instanceof HistoryError) {
    return new UsageError(`${name}, ${error.message}`, { fix, cause: error });
  }
  return new UsageError(`cannot read ${name}: ${reasonOf(error)}`, {
    fix: "Pass an existing file, or - for standard input.",
    cause: error,
  });
}

export function unreadableLog(file: string, error: unknown): UsageError {
  return unreadableHistory(file, error, "Pass a text log with one record per line.");
}
